package io.ferrymq.broker.group;

import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.common.topic.NameRules;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.List;
import java.util.Optional;

/** Creates and changes groups for administrators (spec: remoting 9.3): all groups of a request, or none. */
final class GroupChanges {
    private static final int RETRY_QUEUES_MAX = 1024;

    private final SubscriptionGroups groups;

    GroupChanges(SubscriptionGroups groups) {
        this.groups = groups;
    }

    void applyAndAnswer(RequestContext context, List<SubscriptionGroupConfig> wanted) {
        for (SubscriptionGroupConfig group : wanted) {
            Optional<String> badName = NameRules.checkGroupOfAnyClient(group.groupName());
            if (badName.isPresent()) {
                context.respond(ResponseCode.INVALID_PARAMETER, badName.get());
                return;
            }
            if (group.retryQueueNums() < 0 || group.retryQueueNums() > RETRY_QUEUES_MAX) {
                context.respond(
                        ResponseCode.INVALID_PARAMETER,
                        "group " + group.groupName() + ": retryQueueNums " + group.retryQueueNums()
                                + " is not from 0 to " + RETRY_QUEUES_MAX);
                return;
            }
            if (!group.attributes().isEmpty()) {
                context.respond(
                        ResponseCode.SYSTEM_ERROR,
                        "group " + group.groupName() + ": unknown attributes "
                                + group.attributes().keySet());
                return;
            }
        }
        wanted.forEach(groups::put);
        answerWhenSaved(context, groups);
    }

    static void answerWhenSaved(RequestContext context, SubscriptionGroups groups) {
        groups.saved().whenComplete((saved, failure) -> {
            if (failure == null) {
                context.respond(Response.success());
            } else {
                context.respond(
                        ResponseCode.SYSTEM_ERROR,
                        "in force, but lost at a restart: subscriptionGroup.json: " + failure);
            }
        });
    }
}
