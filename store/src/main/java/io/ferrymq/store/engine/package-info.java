/** Puts the parts together, starts and stops them. */
package io.ferrymq.store.engine;
