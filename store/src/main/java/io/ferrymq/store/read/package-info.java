/** Out of the log: by queue, by key, by time, by address. */
package io.ferrymq.store.read;
