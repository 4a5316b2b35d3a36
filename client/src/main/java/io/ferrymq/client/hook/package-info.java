/** Hooks of applications around what the client does. */
package io.ferrymq.client.hook;
