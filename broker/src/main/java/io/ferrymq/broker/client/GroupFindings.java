package io.ferrymq.broker.client;

import io.ferrymq.broker.client.ConsumerGroup.Member;
import io.ferrymq.remoting.protocol.heartbeat.SubscriptionData;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What is wrong between a member and the others of its group, as sentences for logs and for the member itself. */
final class GroupFindings {
    private final ConsumerGroup group;
    private final Member member;

    GroupFindings(ConsumerGroup group, Member member) {
        this.group = group;
        this.member = member;
    }

    /** Two members with one id share queues out as if they were one: some queues have no reader, or all have two. */
    List<String> twins() {
        List<String> findings = new ArrayList<>();
        for (Member other : group.members().values()) {
            ClientLink twin = other.link();
            if (isOther(other)
                    && twin.clientId().equals(member.link().clientId())
                    && twin.speaksBeside(member.link())) {
                findings.add("group " + group.name() + ": client id " + twin.clientId()
                        + " is used on two connections, " + twin.connection().remoteText() + " and "
                        + member.link().connection().remoteText()
                        + "; ids must be unique, give each process an instanceName of its own");
                return findings;
            }
        }
        return findings;
    }

    /** Members that want different things of a topic get what the newest of them wants; and members that want different topics. */
    List<String> subscriptions() {
        List<String> findings = new ArrayList<>();
        member.subscriptions().forEach((topic, data) -> differently(topic, data, findings));
        differentTopics(findings);
        return findings;
    }

    private void differently(String topic, SubscriptionData mine, List<String> findings) {
        for (Member other : group.members().values()) {
            SubscriptionData others = other.subscriptions().get(topic);
            if (isOther(other) && others != null && differ(others, mine)) {
                findings.add("group " + group.name() + ": members subscribe topic " + topic + " differently, "
                        + text(others) + " (" + other.link() + ") and " + text(mine) + " (" + member.link()
                        + "); the newer one counts");
                return;
            }
        }
    }

    private static boolean differ(SubscriptionData one, SubscriptionData other) {
        if (one.isTagType() && other.isTagType()) {
            return !one.tagsSet().equals(other.tagsSet());
        }
        return one.isTagType() != other.isTagType() || !Objects.equals(one.subString(), other.subString());
    }

    private static String text(SubscriptionData data) {
        return (data.isTagType() ? "" : data.expressionType() + " ") + "'" + data.subString() + "'";
    }

    // Each member counts when a topic's queues are shared out, also one that does not read the topic: its share stays
    // unread.
    private void differentTopics(List<String> findings) {
        Set<String> topics = member.topics();
        if (group.isBroadcasting() || topics.isEmpty()) {
            return;
        }
        for (Member other : group.members().values()) {
            Set<String> others = other.topics();
            if (isOther(other) && !others.isEmpty() && !others.equals(topics)) {
                findings.add("group " + group.name() + ": members subscribe different topics, " + others + " ("
                        + other.link() + ") and " + topics + " (" + member.link()
                        + "); queues are shared out among all members, so the share of one that does not subscribe"
                        + " their topic is not consumed");
                return;
            }
        }
    }

    private boolean isOther(Member other) {
        return other.link().connection() != member.link().connection();
    }
}
