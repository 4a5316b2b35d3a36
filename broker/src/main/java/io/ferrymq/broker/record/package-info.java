/** Stored messages as the broker reads them when it puts them into the log again. */
package io.ferrymq.broker.record;
