/** The public face of the SDK: what producers, consumers and admin objects have in common. */
package io.ferrymq.client;
