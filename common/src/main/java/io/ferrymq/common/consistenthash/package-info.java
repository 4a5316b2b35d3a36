/** What applications give to a consistent hash. */
package io.ferrymq.common.consistenthash;
