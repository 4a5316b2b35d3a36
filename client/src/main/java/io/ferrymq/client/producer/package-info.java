/** Producers. */
package io.ferrymq.client.producer;
