/** What goes wrong. */
package io.ferrymq.client.exception;
