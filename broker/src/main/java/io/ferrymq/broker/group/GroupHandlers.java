package io.ferrymq.broker.group;

import io.ferrymq.broker.admin.Bodies;
import io.ferrymq.broker.admin.Paging;
import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.GroupForbidden;
import io.ferrymq.remoting.protocol.body.SubscriptionGroupList;
import io.ferrymq.remoting.protocol.body.SubscriptionGroupWrapper;
import io.ferrymq.remoting.protocol.header.DeleteSubscriptionGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.GetAllSubscriptionGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.GetAllSubscriptionGroupResponseHeader;
import io.ferrymq.remoting.protocol.header.GetSubscriptionGroupConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.UpdateGroupForbiddenRequestHeader;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/** The rows of this package: each request is one call on the table of groups. */
public final class GroupHandlers {
    private final SubscriptionGroups groups;
    private final GroupChanges changes;

    private GroupHandlers(SubscriptionGroups groups) {
        this.groups = groups;
        this.changes = new GroupChanges(groups);
    }

    /** @param workers for what takes long */
    public static void register(HandlerTable.Builder table, Executor workers, SubscriptionGroups groups) {
        GroupHandlers rows = new GroupHandlers(groups);
        table.on(RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP, rows::put)
                .on(workers, RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST, rows::putList)
                .on(
                        workers,
                        RequestCode.GET_ALL_SUBSCRIPTIONGROUP_CONFIG,
                        GetAllSubscriptionGroupRequestHeader.class,
                        rows::all)
                .on(
                        workers,
                        RequestCode.DELETE_SUBSCRIPTIONGROUP,
                        DeleteSubscriptionGroupRequestHeader.class,
                        rows::delete)
                .on(RequestCode.GET_SUBSCRIPTIONGROUP_CONFIG, GetSubscriptionGroupConfigRequestHeader.class, rows::get)
                .on(
                        RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN,
                        UpdateGroupForbiddenRequestHeader.class,
                        rows::forbidden);
    }

    private void put(RequestContext context, Void header, ByteBuf body) {
        if (!body.isReadable()) {
            context.respond(Response.success());
            return;
        }
        SubscriptionGroupConfig group = Bodies.read(context, body, SubscriptionGroupConfig.class);
        if (group != null) {
            changes.applyAndAnswer(context, List.of(group));
        }
    }

    private void putList(RequestContext context, Void header, ByteBuf body) {
        SubscriptionGroupList list = Bodies.read(context, body, SubscriptionGroupList.class);
        if (list != null) {
            changes.applyAndAnswer(context, list.groupConfigList());
        }
    }

    private void all(RequestContext context, GetAllSubscriptionGroupRequestHeader header, ByteBuf body) {
        GroupsFile all = groups.content();
        Map<String, SubscriptionGroupConfig> page = Paging.page(
                all.subscriptionGroupTable(),
                all.dataVersion(),
                header.groupSeq(),
                header.maxGroupNum(),
                header.dataVersion());
        context.respond(Response.success(new GetAllSubscriptionGroupResponseHeader(
                        all.subscriptionGroupTable().size()))
                .withBody(Json.encode(new SubscriptionGroupWrapper(page, all.forbiddenTable(), all.dataVersion()))));
    }

    private void delete(RequestContext context, DeleteSubscriptionGroupRequestHeader header, ByteBuf body) {
        groups.delete(header.groupName(), header.withOffsets());
        GroupChanges.answerWhenSaved(context, groups);
    }

    private void get(RequestContext context, GetSubscriptionGroupConfigRequestHeader header, ByteBuf body) {
        SubscriptionGroupConfig group = groups.findOrCreate(header.group());
        if (group == null) {
            context.respond(
                    ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST,
                    "subscription group " + header.group() + " does not exist");
        } else {
            context.respond(Bodies.json(group));
        }
    }

    private void forbidden(RequestContext context, UpdateGroupForbiddenRequestHeader header, ByteBuf body) {
        if (header.readable() != null) {
            groups.setReadable(header.group(), header.topic(), header.readable());
        }
        context.respond(Bodies.json(
                new GroupForbidden(header.topic(), header.group(), groups.mayRead(header.group(), header.topic()))));
    }
}
