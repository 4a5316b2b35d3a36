/** Servers with controlled behaviour for tests of the client. */
package io.ferrymq.client.testing;
