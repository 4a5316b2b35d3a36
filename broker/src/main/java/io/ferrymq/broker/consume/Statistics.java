package io.ferrymq.broker.consume;

/** What the consuming half counts, and the rates it tells administrators. Counting is cheap and never fails. */
public interface Statistics {
    /** A pull delivered messages. */
    void got(String group, String topic, int messages, int bytes);

    /** A pull found nothing. */
    void missed();

    /** A message came back from a group, perhaps for the last time. */
    void sentBack(String group, String topic, boolean toDeadLetters);

    /** The topic is deleted, and with it what was counted of it. */
    void forgetTopic(String topic);

    /** The group is deleted. */
    void forgetGroup(String group);

    /** To be called every ten seconds: what rates are computed from. */
    void sample(long nowMs);

    /** Messages stored per second. */
    double topicPutTps(String topic);

    /** Messages delivered per second. */
    double groupGetTps(String group, String topic);
}
