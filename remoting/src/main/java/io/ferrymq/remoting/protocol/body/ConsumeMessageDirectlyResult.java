package io.ferrymq.remoting.protocol.body;

/** What came of a message that a consumer was told to consume: answer to {@code CONSUME_MESSAGE_DIRECTLY} (309). */
public record ConsumeMessageDirectlyResult(
        boolean order, boolean autoCommit, CMResult consumeResult, String remark, long spentTimeMills) {}
