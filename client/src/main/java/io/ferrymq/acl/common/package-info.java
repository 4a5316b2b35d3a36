/** Signs the requests of a client with the keys of an account. */
package io.ferrymq.acl.common;
