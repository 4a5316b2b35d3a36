/** Groups moved by an administrator. */
package io.ferrymq.broker.reset;
