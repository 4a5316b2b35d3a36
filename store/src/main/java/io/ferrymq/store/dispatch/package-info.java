/** From the log into queues and key index: what an append knows already, or what is read back from the log. */
package io.ferrymq.store.dispatch;
