/** Ports and addresses of the broker. */
package io.ferrymq.broker.net;
