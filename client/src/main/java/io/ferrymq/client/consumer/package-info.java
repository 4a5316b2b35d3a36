/** Consumers: the client pulls messages and calls the application with them. */
package io.ferrymq.client.consumer;
