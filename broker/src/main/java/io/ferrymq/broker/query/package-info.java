/** Messages by key and by place. */
package io.ferrymq.broker.query;
