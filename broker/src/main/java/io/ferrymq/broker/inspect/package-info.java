/** What administrators look at: lag, spans, entries, who consumes what. */
package io.ferrymq.broker.inspect;
