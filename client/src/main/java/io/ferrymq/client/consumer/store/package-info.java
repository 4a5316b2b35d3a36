/** Where consumers keep their positions: at the brokers, or in a file of their own when each of them gets every message. */
package io.ferrymq.client.consumer.store;
