/** How a message is sent. */
package io.ferrymq.client.impl.producer;
