/** Reading on the way out: checks, filters, answers without copies, and pulls that wait for messages. */
package io.ferrymq.broker.pull;
