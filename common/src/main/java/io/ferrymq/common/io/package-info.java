/** Files that survive a power loss. */
package io.ferrymq.common.io;
