/** Names that several parts of the SDK share. */
package io.ferrymq.client.common;
