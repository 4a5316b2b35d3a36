/** What a slave takes over from its master besides the log: one mechanism, one class for each kind of state. */
package io.ferrymq.broker.follow;
