/** Where groups stand in queues: kept, asked for, committed, reset, compared. */
package io.ferrymq.broker.offset;
