/** Queues that one member of an orderly group has for itself. */
package io.ferrymq.broker.lock;
