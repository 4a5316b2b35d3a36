package io.ferrymq.namesrv.route;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each broker that comes or goes. */
public final class RouteLog implements RouteState.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(RouteLog.class);

    @Override
    public void changed(RouteTable before, RouteTable after, String why) {
        after.groups().forEach(group -> log(group, before.group(group.name()), "registered", why));
        before.groups().forEach(group -> log(group, after.group(group.name()), "removed", why));
    }

    private static void log(BrokerGroup group, BrokerGroup other, String what, String why) {
        for (BrokerMember member : group.members().values()) {
            BrokerMember same = other == null ? null : other.members().get(member.id());
            if (same == null || !same.address().equals(member.address())) {
                LOG.info(
                        "broker {} id {} of cluster {} at {} {}: {}",
                        group.name(),
                        member.id(),
                        group.cluster(),
                        member.address(),
                        what,
                        why);
            }
        }
    }
}
