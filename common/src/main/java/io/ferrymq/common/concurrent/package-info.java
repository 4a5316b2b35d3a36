/** Timed work. */
package io.ferrymq.common.concurrent;
