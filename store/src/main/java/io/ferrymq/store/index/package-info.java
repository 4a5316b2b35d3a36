/** The key index: from the hash of topic and key to addresses in the log. */
package io.ferrymq.store.index;
