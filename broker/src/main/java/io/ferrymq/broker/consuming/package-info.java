/** What the consuming half of a broker needs of the other half, and where it is put together. */
package io.ferrymq.broker.consuming;
