package io.ferrymq.client.impl.factory;

import io.ferrymq.client.ClientConfig;
import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.common.config.ConfigException;
import io.ferrymq.remoting.RPCHook;
import java.util.HashMap;
import java.util.Map;

/** The client instances of this process, one a client id, counted by their users. */
public final class ClientInstances {
    // The one registry of the process: objects of the public API find each other by client id and nothing else.
    private static final ClientInstances SHARED = new ClientInstances();

    private final Map<String, Shared> byId = new HashMap<>();

    private static final class Shared {
        final ClientInstance instance;
        int users;

        Shared(ClientInstance instance) {
            this.instance = instance;
        }
    }

    private ClientInstances() {}

    /** The registry that all public objects use. */
    public static ClientInstances shared() {
        return SHARED;
    }

    /**
     * The instance of the configuration's client id, started; made of this configuration and hook when there is none yet.
     *
     * @param hook sees every request; null for none
     * @throws MQClientException when the configuration cannot be used; the next one with this id is not affected
     */
    public ClientInstance acquire(ClientConfig config, RPCHook hook) throws MQClientException {
        ClientSettings settings = ClientSettings.of(config);
        synchronized (this) {
            Shared shared = byId.get(settings.clientId());
            if (shared == null) {
                shared = new Shared(make(settings, hook));
                shared.instance.start();
                byId.put(settings.clientId(), shared);
            }
            shared.users++;
            return shared.instance;
        }
    }

    private ClientInstance make(ClientSettings settings, RPCHook hook) throws MQClientException {
        try {
            return new ClientInstance(this, settings, FieldsHook.around(settings, hook));
        } catch (ConfigException e) {
            throw new MQClientException("the JVM's settings cannot be used: " + e.getMessage(), e);
        }
    }

    void release(ClientInstance instance) {
        synchronized (this) {
            Shared shared = byId.get(instance.clientId());
            if (shared == null || shared.instance != instance || --shared.users > 0) {
                return;
            }
            byId.remove(instance.clientId());
        }
        // Outside of the lock: closing connections fails the calls on them.
        instance.close();
    }
}
