/** What is on disk besides messages: locks and marks, how far each part had got, and the way back after a crash. */
package io.ferrymq.store.recovery;
