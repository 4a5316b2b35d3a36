/** From memory to disk: forcing the log, and those who wait for it. */
package io.ferrymq.store.flush;
