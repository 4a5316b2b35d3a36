/** What applications implement to get messages, and what they answer. */
package io.ferrymq.client.consumer.listener;
