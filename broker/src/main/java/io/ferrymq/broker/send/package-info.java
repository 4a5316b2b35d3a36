/** Sends: from the typed header through the checks into the log and back to the producer, on one event loop. */
package io.ferrymq.broker.send;
