package io.ferrymq.broker;

import io.ferrymq.broker.config.BrokerConfig;
import io.ferrymq.broker.config.BrokerKeys;
import io.ferrymq.broker.config.BrokerRole;
import io.ferrymq.broker.config.ReplicationKeys;
import io.ferrymq.broker.registration.MasterWatch;
import io.ferrymq.broker.replication.ReplicaPromise;
import io.ferrymq.broker.send.RoleGate;
import io.ferrymq.remoting.HandlerTable;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@code brokerRole} means for a broker's id and for sends. */
final class BrokerRoles {
    private static final Logger LOG = LoggerFactory.getLogger(Broker.class);

    private BrokerRoles() {}

    /**
     * The id under which the broker is registered: a master's is 0, whatever is configured.
     *
     * @throws BrokerStartException for a slave without an id of its own
     */
    static long brokerId(BrokerConfig config) {
        long configured = config.get(BrokerKeys.BROKER_ID);
        BrokerRole role = config.get(ReplicationKeys.BROKER_ROLE);
        if (role == BrokerRole.SLAVE) {
            if (configured == 0) {
                throw new BrokerStartException(
                        "brokerRole SLAVE with brokerId 0: a slave needs a brokerId above 0 that no other broker of its"
                                + " name has");
            }
            return configured;
        }
        if (configured != 0) {
            LOG.warn(
                    "brokerId {} is not used: brokerRole {} makes it 0; slaves have brokerRole SLAVE",
                    configured,
                    role);
        }
        return 0;
    }

    /** A slave refuses what only its master may change: the next copy of the master's state would undo it. */
    static HandlerTable slaveTable(HandlerTable table, MasterWatch master) {
        return table.with(
                (context, header, body) -> {
                    String address = master.current().address();
                    context.respond(
                            ResponseCode.SYSTEM_ERROR,
                            "this broker is a slave, ask its master: "
                                    + (address.isEmpty() ? "no nameserver knows it now" : address));
                },
                RequestCode.UPDATE_AND_CREATE_TOPIC,
                RequestCode.UPDATE_AND_CREATE_TOPIC_LIST,
                RequestCode.DELETE_TOPIC_IN_BROKER,
                RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP,
                RequestCode.UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST,
                RequestCode.DELETE_SUBSCRIPTIONGROUP,
                RequestCode.UPDATE_AND_GET_GROUP_FORBIDDEN,
                RequestCode.CLONE_GROUP_OFFSET,
                RequestCode.INVOKE_BROKER_TO_RESET_OFFSET,
                RequestCode.CONSUMER_SEND_MSG_BACK);
    }

    /** A slave takes no messages from producers, a master none while it has fewer copies than its minimum. */
    static RoleGate gate(BrokerConfig config, MasterWatch master, ReplicaPromise promise) {
        if (config.get(ReplicationKeys.BROKER_ROLE) != BrokerRole.SLAVE) {
            return () -> {
                String why = promise.refusal();
                return why == null ? null : new RoleGate.Refusal(ResponseCode.SYSTEM_ERROR, why);
            };
        }
        return () -> {
            String address = master.current().address();
            return new RoleGate.Refusal(
                    ResponseCode.SERVICE_NOT_AVAILABLE,
                    "this broker is a slave and takes no messages (brokerRole); its master is "
                            + (address.isEmpty() ? "not known to any nameserver now" : address));
        };
    }
}
