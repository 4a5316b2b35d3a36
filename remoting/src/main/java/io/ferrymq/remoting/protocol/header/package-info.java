/**
 * One record per request header and response header; requests whose header is empty have none. A component is a field of the command:
 * primitive types and plain strings must be present, boxed types and {@code @Optional} strings are null when absent.
 */
package io.ferrymq.remoting.protocol.header;
