/** Tables that are kept in files. */
package io.ferrymq.broker.state;
