package io.ferrymq.remoting.protocol.route;

/** The queues of a topic on the brokers of one name, as the name server knows them. */
public record QueueData(String brokerName, int readQueueNums, int writeQueueNums, int perm, int topicSysFlag) {
    public QueueData withPerm(int newPerm) {
        return new QueueData(brokerName, readQueueNums, writeQueueNums, newPerm, topicSysFlag);
    }
}
