/** Message traces: what happened to messages, written down by clients. */
package io.ferrymq.client.trace;
