/** The broker: takes messages, keeps them, hands them out. Start at {@link io.ferrymq.broker.Broker}. */
package io.ferrymq.broker;
