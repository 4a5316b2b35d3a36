/** Requests to brokers as methods. */
package io.ferrymq.client.impl.calls;
