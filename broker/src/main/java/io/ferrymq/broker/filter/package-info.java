/** SQL92 filters: expressions compiled once and tested against the stored bytes of each message (spec: broker 9). */
package io.ferrymq.broker.filter;
