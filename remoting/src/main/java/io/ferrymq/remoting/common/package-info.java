/** Tools of the wire that applications know. */
package io.ferrymq.remoting.common;
