package io.ferrymq.broker.registration;

import io.ferrymq.remoting.protocol.header.RegisterBrokerResponseHeader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Where the master of this broker's name is, as the nameservers tell a slave (spec: storage 9.9). On a master nobody is ever told.
 * A nameserver that does not know the master pauses the copying of state (no address); the address of its log stays the last known one.
 */
public final class MasterWatch {
    /**
     * Addresses as {@code host:port}, empty while not known.
     *
     * @param address where the master answers requests
     * @param haAddress where it sends its log
     */
    public record Master(String address, String haAddress) {
        static final Master UNKNOWN = new Master("", "");

        public boolean isKnown() {
            return !address.isEmpty();
        }
    }

    private final List<Consumer<Master>> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, String> told = new LinkedHashMap<>();
    private volatile Master current = Master.UNKNOWN;
    private volatile boolean doubted;

    public Master current() {
        return current;
    }

    /** The master cannot be reached where it should be: the nameservers are asked again soon, as if nobody knew it. */
    public void doubt() {
        doubted = true;
    }

    /** Whether the nameservers are to be asked soon. */
    boolean isSought() {
        return doubted || !current.isKnown();
    }

    /** Tells of each change, and of what is known already. Called on the registration thread: what may take long must be handed on. */
    public synchronized void onChange(Consumer<Master> listener) {
        listeners.add(listener);
        if (!current.equals(Master.UNKNOWN)) {
            listener.accept(current);
        }
    }

    /** The answer of one nameserver to a registration. */
    synchronized void told(String nameServer, RegisterBrokerResponseHeader answer) {
        doubted = false;
        told.put(nameServer, answer.masterAddr() == null ? "" : answer.masterAddr());
        String haAddress = answer.haServerAddr();
        boolean knowsHa = haAddress != null && !haAddress.isEmpty();
        become(new Master(anyAddress(nameServer), knowsHa ? haAddress : current.haAddress()));
    }

    /** What this nameserver says, else what another one said: one that was cut off from the master must not hide it. */
    private String anyAddress(String nameServer) {
        String newest = told.get(nameServer);
        return newest.isEmpty()
                ? told.values().stream()
                        .filter(address -> !address.isEmpty())
                        .findFirst()
                        .orElse("")
                : newest;
    }

    /** Nothing more is asked of this nameserver. */
    synchronized void forget(String nameServer) {
        told.remove(nameServer);
    }

    private void become(Master master) {
        if (!master.equals(current)) {
            current = master;
            listeners.forEach(listener -> listener.accept(master));
        }
    }
}
