/** Verifies a store directory against its own log, without changing it, and rebuilds what is derived from the log. */
package io.ferrymq.store.check;
