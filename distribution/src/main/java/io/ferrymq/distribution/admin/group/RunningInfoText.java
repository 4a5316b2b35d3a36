package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.message.MessageQueue;
import io.ferrymq.distribution.admin.HumanTime;
import io.ferrymq.remoting.protocol.body.ConsumeStatus;
import io.ferrymq.remoting.protocol.body.ConsumerRunningInfo;
import io.ferrymq.remoting.protocol.body.PopProcessQueueInfo;
import io.ferrymq.remoting.protocol.body.ProcessQueueInfo;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a consumer tells of itself, in sections for people. */
final class RunningInfoText {
    private static final String QUEUE_ROW = "%-64s  %-32s  %-4s  %s";
    private static final String STATUS_ROW = "%-64s  %14s  %14s  %14s  %14s  %18s  %25s";

    private final StringBuilder text = new StringBuilder();

    private RunningInfoText() {}

    static String of(ConsumerRunningInfo info) {
        RunningInfoText printed = new RunningInfoText();
        printed.properties("Consumer Properties", info.properties());
        printed.subscriptions(info);
        printed.queues(new TreeMap<>(info.mqTable()));
        printed.popped(new TreeMap<>(info.mqPopTable()));
        printed.rates(new TreeMap<>(info.statusTable()));
        if (!info.userConsumerInfo().isEmpty()) {
            printed.properties("User Consume Info", info.userConsumerInfo());
        }
        if (info.jstack() != null) {
            printed.title("Consumer jstack");
            printed.line("%s", info.jstack());
        }
        return printed.text.toString();
    }

    private void title(String title) {
        line("%n#%s#", title);
    }

    private void line(String layout, Object... values) {
        text.append(String.format(Locale.ROOT, layout, values)).append(System.lineSeparator());
    }

    private void properties(String title, Map<String, String> properties) {
        title(title);
        new TreeMap<>(properties).forEach((name, value) -> line("%-40s: %s", name, value));
    }

    private void subscriptions(ConsumerRunningInfo info) {
        title("Consumer Subscription");
        info.subscriptionSet().stream()
                .sorted(Comparator.comparing(SubscriptionData::topic))
                .forEach(subscription -> line(
                        "Topic: %-40s  ClassFilter: %-8s  SubExpression: %s",
                        subscription.topic(), subscription.classFilterMode(), subscription.subString()));
    }

    private void queues(Map<MessageQueue, ProcessQueueInfo> queues) {
        title("Consumer Offset");
        line(QUEUE_ROW, "#Topic", "#Broker Name", "#QID", "#Consumer Offset");
        queues.forEach((queue, state) ->
                line(QUEUE_ROW, queue.getTopic(), queue.getBrokerName(), queue.getQueueId(), state.commitOffset()));
        title("Consumer MQ Detail");
        line(QUEUE_ROW, "#Topic", "#Broker Name", "#QID", "#ProcessQueueInfo");
        queues.forEach((queue, state) ->
                line(QUEUE_ROW, queue.getTopic(), queue.getBrokerName(), queue.getQueueId(), detail(state)));
    }

    private static String detail(ProcessQueueInfo state) {
        return "commitOffset=" + state.commitOffset()
                + ", cached=" + state.cachedMsgCount() + " (" + state.cachedMsgSizeInMiB() + " MiB, offsets "
                + state.cachedMsgMinOffset() + " to " + state.cachedMsgMaxOffset() + ")"
                + ", inWork=" + state.transactionMsgCount()
                + ", locked=" + state.locked()
                + ", dropped=" + state.droped()
                + ", lastPull=" + HumanTime.seconds(state.lastPullTimestamp())
                + ", lastConsume=" + HumanTime.seconds(state.lastConsumeTimestamp());
    }

    private void popped(Map<MessageQueue, PopProcessQueueInfo> queues) {
        title("Consumer Pop Detail");
        line(QUEUE_ROW, "#Topic", "#Broker Name", "#QID", "#ProcessQueueInfo");
        queues.forEach((queue, state) -> line(
                QUEUE_ROW,
                queue.getTopic(),
                queue.getBrokerName(),
                queue.getQueueId(),
                "waitAck=" + state.waitAckCount() + ", dropped=" + state.droped() + ", lastPop="
                        + HumanTime.seconds(state.lastPopTimestamp())));
    }

    private void rates(Map<String, ConsumeStatus> topics) {
        title("Consumer RT&TPS");
        line(
                STATUS_ROW,
                "#Topic",
                "#Pull RT",
                "#Pull TPS",
                "#Consume RT",
                "#ConsumeOK TPS",
                "#ConsumeFailed TPS",
                "#ConsumeFailedMsgsInHour");
        topics.forEach((topic, rate) -> line(
                STATUS_ROW,
                topic,
                decimals(rate.pullRT()),
                decimals(rate.pullTPS()),
                decimals(rate.consumeRT()),
                decimals(rate.consumeOKTPS()),
                decimals(rate.consumeFailedTPS()),
                rate.consumeFailedMsgs()));
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
