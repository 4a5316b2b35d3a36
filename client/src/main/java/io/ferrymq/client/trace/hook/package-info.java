/** Hooks that write traces. */
package io.ferrymq.client.trace.hook;
