package io.ferrymq.client.impl.factory;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import java.util.List;
import java.util.stream.Collectors;

/** How a look-up of a route ended. */
public sealed interface RouteReply {
    /** A nameserver knows the topic. */
    record Found(TopicRoute route) implements RouteReply {}

    /**
     * None does.
     *
     * @param unknown whether one said that the topic does not exist, rather than nothing at all
     * @param asked each server asked, with what it said
     */
    record Missing(String topic, boolean unknown, List<Asked> asked) implements RouteReply {
        public Missing {
            asked = List.copyOf(asked);
        }

        /** What to do, as far as the answers tell. */
        public String advice() {
            return unknown
                    ? "create the topic (mqadmin updateTopic -t " + topic
                            + " …), or start brokers with autoCreateTopicEnable=true"
                    : "check namesrvAddr and that a nameserver runs and can be reached there";
        }

        /** Tells the user what was asked, what each server said, and what to do. */
        public MQClientException toException() {
            return toException(advice());
        }

        /** @param whatToDo by one who knows more */
        public MQClientException toException(String whatToDo) {
            String said = asked.stream().map(Asked::toString).collect(Collectors.joining("; "));
            return new MQClientException(
                    ClientErrorCode.NOT_FOUND_TOPIC_EXCEPTION,
                    "No route info of this topic: " + topic + ". Nameservers asked: " + said + ". What to do: "
                            + whatToDo);
        }
    }

    /** One server and its answer or failure. */
    record Asked(String address, String outcome) {
        @Override
        public String toString() {
            return address + " said: " + outcome;
        }
    }
}
