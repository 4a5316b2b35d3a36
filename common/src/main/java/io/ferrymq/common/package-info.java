/** What every module names: messages, queues, topics, permissions, properties, ids, configuration keys, the clock. */
package io.ferrymq.common;
