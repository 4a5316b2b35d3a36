/** What stands behind the public face. */
package io.ferrymq.client.impl;
