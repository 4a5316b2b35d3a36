package io.ferrymq.namesrv;

import io.ferrymq.common.Clock;
import io.ferrymq.common.config.ConfigKey;
import io.ferrymq.namesrv.handler.AddWritePermHandler;
import io.ferrymq.namesrv.handler.BrokerHeartbeatHandler;
import io.ferrymq.namesrv.handler.ClusterInfoHandler;
import io.ferrymq.namesrv.handler.DeleteKvHandler;
import io.ferrymq.namesrv.handler.DeleteTopicHandler;
import io.ferrymq.namesrv.handler.GetConfigHandler;
import io.ferrymq.namesrv.handler.GetKvHandler;
import io.ferrymq.namesrv.handler.KvNamespaceHandler;
import io.ferrymq.namesrv.handler.MemberGroupHandler;
import io.ferrymq.namesrv.handler.PutKvHandler;
import io.ferrymq.namesrv.handler.QueryDataVersionHandler;
import io.ferrymq.namesrv.handler.RegisterBrokerHandler;
import io.ferrymq.namesrv.handler.RegisterTopicHandler;
import io.ferrymq.namesrv.handler.SystemTopicListHandler;
import io.ferrymq.namesrv.handler.TopicListHandler;
import io.ferrymq.namesrv.handler.TopicRouteHandler;
import io.ferrymq.namesrv.handler.TopicsByClusterHandler;
import io.ferrymq.namesrv.handler.UnregisterBrokerHandler;
import io.ferrymq.namesrv.handler.UpdateConfigHandler;
import io.ferrymq.namesrv.handler.WipeWritePermHandler;
import io.ferrymq.namesrv.kv.KvStore;
import io.ferrymq.namesrv.route.RouteLoop;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.RouteTable;
import io.ferrymq.namesrv.route.Sessions;
import io.ferrymq.namesrv.route.TopicLists;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.AddWritePermRequestHeader;
import io.ferrymq.remoting.protocol.header.BrokerHeartbeatRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteKVConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.DeleteTopicInNamesrvRequestHeader;
import io.ferrymq.remoting.protocol.header.GetBrokerMemberGroupRequestHeader;
import io.ferrymq.remoting.protocol.header.GetKVConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.GetKVListByNamespaceRequestHeader;
import io.ferrymq.remoting.protocol.header.GetRouteInfoRequestHeader;
import io.ferrymq.remoting.protocol.header.GetTopicsByClusterRequestHeader;
import io.ferrymq.remoting.protocol.header.PutKVConfigRequestHeader;
import io.ferrymq.remoting.protocol.header.QueryDataVersionRequestHeader;
import io.ferrymq.remoting.protocol.header.RegisterBrokerRequestHeader;
import io.ferrymq.remoting.protocol.header.RegisterTopicRequestHeader;
import io.ferrymq.remoting.protocol.header.UnregisterBrokerRequestHeader;
import io.ferrymq.remoting.protocol.header.WipeWritePermRequestHeader;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Which request is served by what, and where: queries on the event loops, changes on the route loop, files on their own thread. */
final class NamesrvHandlers {
    private final RouteState routes;
    private final LiveConfig config;
    private final KvStore kv;
    private final Clock clock;
    private final HandlerTable.Builder table = HandlerTable.builder();

    NamesrvHandlers(RouteState routes, LiveConfig config, KvStore kv, Clock clock) {
        this.routes = routes;
        this.config = config;
        this.kv = kv;
        this.clock = clock;
    }

    HandlerTable table(RouteLoop loop, Sessions sessions, Executor files) {
        brokers(loop, sessions);
        changes(loop);
        queries();
        lists();
        settings(files);
        return table.build();
    }

    private void brokers(RouteLoop loop, Sessions sessions) {
        table.on(
                        loop,
                        RequestCode.REGISTER_BROKER,
                        RegisterBrokerRequestHeader.class,
                        new RegisterBrokerHandler(routes, sessions, config, kv, clock))
                .on(
                        loop,
                        RequestCode.UNREGISTER_BROKER,
                        UnregisterBrokerRequestHeader.class,
                        new UnregisterBrokerHandler(routes, sessions))
                .on(
                        loop,
                        RequestCode.BROKER_HEARTBEAT,
                        BrokerHeartbeatRequestHeader.class,
                        new BrokerHeartbeatHandler(routes, sessions, clock))
                .on(
                        loop,
                        RequestCode.QUERY_DATA_VERSION,
                        QueryDataVersionRequestHeader.class,
                        new QueryDataVersionHandler(routes, sessions, clock));
    }

    private void changes(RouteLoop loop) {
        table.on(
                        loop,
                        RequestCode.WIPE_WRITE_PERM_OF_BROKER,
                        WipeWritePermRequestHeader.class,
                        new WipeWritePermHandler(routes))
                .on(
                        loop,
                        RequestCode.ADD_WRITE_PERM_OF_BROKER,
                        AddWritePermRequestHeader.class,
                        new AddWritePermHandler(routes))
                .on(
                        loop,
                        RequestCode.DELETE_TOPIC_IN_NAMESRV,
                        DeleteTopicInNamesrvRequestHeader.class,
                        new DeleteTopicHandler(routes))
                .on(
                        loop,
                        RequestCode.REGISTER_TOPIC_IN_NAMESRV,
                        RegisterTopicRequestHeader.class,
                        new RegisterTopicHandler(routes, config));
    }

    private void queries() {
        long readyAtMs = config.is(NamesrvKeys.NEED_WAIT_FOR_SERVICE)
                ? clock.nowMs() + TimeUnit.SECONDS.toMillis(config.get(NamesrvKeys.WAIT_SECONDS))
                : 0;
        table.on(
                        RequestCode.GET_ROUTEINFO_BY_TOPIC,
                        GetRouteInfoRequestHeader.class,
                        new TopicRouteHandler(routes, config, kv, clock, readyAtMs))
                .on(RequestCode.GET_BROKER_CLUSTER_INFO, new ClusterInfoHandler(routes, config))
                .on(
                        RequestCode.GET_BROKER_MEMBER_GROUP,
                        GetBrokerMemberGroupRequestHeader.class,
                        new MemberGroupHandler(routes));
    }

    private void lists() {
        list(RequestCode.GET_ALL_TOPIC_LIST_FROM_NAMESERVER, NamesrvKeys.ENABLE_ALL_TOPIC_LIST, TopicLists::all);
        list(RequestCode.GET_UNIT_TOPIC_LIST, NamesrvKeys.ENABLE_TOPIC_LIST, TopicLists::unit);
        list(RequestCode.GET_HAS_UNIT_SUB_TOPIC_LIST, NamesrvKeys.ENABLE_TOPIC_LIST, TopicLists::unitSub);
        list(
                RequestCode.GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST,
                NamesrvKeys.ENABLE_TOPIC_LIST,
                TopicLists::unitSubOfOthers);
        table.on(RequestCode.GET_SYSTEM_TOPIC_LIST_FROM_NS, new SystemTopicListHandler(routes, config))
                .on(
                        RequestCode.GET_TOPICS_BY_CLUSTER,
                        GetTopicsByClusterRequestHeader.class,
                        new TopicsByClusterHandler(routes, config));
    }

    private void list(int code, ConfigKey<Boolean> enabled, Function<RouteTable, List<String>> names) {
        table.on(code, new TopicListHandler(routes, config, enabled, names));
    }

    private void settings(Executor files) {
        table.on(files, RequestCode.PUT_KV_CONFIG, PutKVConfigRequestHeader.class, new PutKvHandler(kv, config))
                .on(files, RequestCode.DELETE_KV_CONFIG, DeleteKVConfigRequestHeader.class, new DeleteKvHandler(kv))
                .on(RequestCode.GET_KV_CONFIG, GetKVConfigRequestHeader.class, new GetKvHandler(kv))
                .on(
                        RequestCode.GET_KVLIST_BY_NAMESPACE,
                        GetKVListByNamespaceRequestHeader.class,
                        new KvNamespaceHandler(kv))
                .on(files, RequestCode.UPDATE_NAMESRV_CONFIG, new UpdateConfigHandler(config))
                .on(RequestCode.GET_NAMESRV_CONFIG, new GetConfigHandler(config));
    }
}
