package io.ferrymq.namesrv;

import io.ferrymq.namesrv.route.BrokerGroup;
import io.ferrymq.namesrv.route.BrokerMember;
import io.ferrymq.namesrv.route.RouteState;
import io.ferrymq.namesrv.route.RouteTable;
import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.header.NotifyMinBrokerIdChangeRequestHeader;

/** Tells the brokers of a group with acting master that its lowest id is another (spec: broker 2.3, step 10). */
final class MinBrokerIdNotifier implements RouteState.Listener {
    private final LiveConfig config;
    private final RemotingClient client;

    MinBrokerIdNotifier(LiveConfig config, RemotingClient client) {
        this.config = config;
        this.client = client;
    }

    @Override
    public void changed(RouteTable before, RouteTable after, String why) {
        if (!config.is(NamesrvKeys.NOTIFY_MIN_BROKER_ID)) {
            return;
        }
        for (BrokerGroup group : after.groups()) {
            BrokerGroup old = before.group(group.name());
            if (old != null && group.actingMaster() && old.minId() != group.minId()) {
                notify(old, group);
            }
        }
    }

    private void notify(BrokerGroup old, BrokerGroup group) {
        BrokerMember min = group.members().get(group.minId());
        BrokerMember oldMin = old.members().get(old.minId());
        boolean wentOffline = group.minId() > old.minId();
        NotifyMinBrokerIdChangeRequestHeader header = new NotifyMinBrokerIdChangeRequestHeader(
                group.minId(), min.address(), wentOffline ? oldMin.address() : null, min.haServerAddr(), group.name());
        group.members()
                .values()
                .forEach(member ->
                        client.oneway(member.address(), Request.of(RequestCode.NOTIFY_MIN_BROKER_ID_CHANGE, header)));
    }
}
