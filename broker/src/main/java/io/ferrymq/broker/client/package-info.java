/** Who is connected: members of producer and consumer groups, what they subscribe, when they leave. */
package io.ferrymq.broker.client;
