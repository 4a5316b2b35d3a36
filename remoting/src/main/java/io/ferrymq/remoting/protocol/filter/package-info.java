/** Subscriptions from expressions. */
package io.ferrymq.remoting.protocol.filter;
