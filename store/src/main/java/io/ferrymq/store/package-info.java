/**
 * The log and what is derived from it: the store's public face. Start at {@link io.ferrymq.store.MessageStore}. Knows no network
 * type and no request code.
 */
package io.ferrymq.store;
