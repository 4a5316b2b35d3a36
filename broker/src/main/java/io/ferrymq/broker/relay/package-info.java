/** Requests of administrators that the broker hands on to clients. */
package io.ferrymq.broker.relay;
