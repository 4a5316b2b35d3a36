/** Gathers traces and sends them. */
package io.ferrymq.client.impl.trace;
