package io.ferrymq.broker.follow;

import io.ferrymq.remoting.RemotingClient;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies each kind of state from the master at intervals, and at once when the master has come. A kind that cannot be had changes nothing
 * here and holds up no other; it is told once, and once more when it goes again.
 */
public final class StateCopier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateCopier.class);
    private static final long TIMEOUT_MS = 5_000;
    private static final long STOP_MAX_SECONDS = 10;

    /** Whether the master is the one whose copy this is. */
    @FunctionalInterface
    public interface MasterTest {
        /** Why nothing may be taken over from the master at this address, or null. */
        String problem(String address) throws InterruptedException;
    }

    private final List<ReplicatedState<?>> states;
    private final RemotingClient client;
    private final Supplier<String> masterAddress;
    private final MasterTest test;
    private final Runnable unreachable;
    private final ScheduledThreadPoolExecutor thread;

    // Copier thread only.
    private final Set<String> failing = new HashSet<>();
    private boolean told;
    private boolean away;
    private boolean isRefused;

    private volatile boolean copiedOnce;

    /**
     * @param states in the order in which they are copied
     * @param masterAddress where the master is now; empty while nobody knows
     * @param test asked before each copy: a master that lost its disk has no topics and no positions, and the copy here may be the last one
     * @param unreachable run when it is not there
     */
    public StateCopier(
            List<ReplicatedState<?>> states,
            RemotingClient client,
            Supplier<String> masterAddress,
            MasterTest test,
            Runnable unreachable) {
        this.states = List.copyOf(states);
        this.client = client;
        this.masterAddress = masterAddress;
        this.test = test;
        this.unreachable = unreachable;
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread created = new Thread(task, "ferrymq-copier");
            created.setDaemon(true);
            return created;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    public void start(long intervalMs) {
        thread.scheduleWithFixedDelay(this::round, 0, intervalMs, TimeUnit.MILLISECONDS);
    }

    /** Copies at once, as when the master has come. */
    public void soon() {
        try {
            thread.execute(this::round);
        } catch (RejectedExecutionException e) {
            LOG.debug("nothing is copied any more, this broker is closing");
        }
    }

    /** Whether everything was copied at least once since the start. */
    public boolean hasCopied() {
        return copiedOnce;
    }

    /** One copy of everything. On the copier thread. */
    void round() {
        String address = masterAddress.get();
        if (address.isEmpty()) {
            return;
        }
        MasterLine master = new MasterLine(client, address, TIMEOUT_MS);
        try {
            if (isRefused(address)) {
                return;
            }
            for (ReplicatedState<?> state : states) {
                copy(state, master);
            }
            away = false;
        } catch (CopyException.Unreachable e) {
            unreachable.run();
            if (!away) {
                away = true;
                LOG.warn("state cannot be copied, trying on: {}", e.getMessage());
            }
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (failing.isEmpty()) {
            copiedOnce = true;
            if (!told) {
                told = true;
                LOG.info("state copied from master {}: {}", address, names());
            }
        }
    }

    private boolean isRefused(String address) throws InterruptedException {
        String problem = test.problem(address);
        if (problem != null && !isRefused) {
            LOG.warn("no state is copied from master {}: {}", address, problem);
        }
        isRefused = problem != null;
        return isRefused;
    }

    private String names() {
        return String.join(", ", states.stream().map(ReplicatedState::name).toList());
    }

    private <T> void copy(ReplicatedState<T> state, MasterLine master)
            throws CopyException.Unreachable, InterruptedException {
        try {
            state.apply(state.fetch(master), master);
            if (failing.remove(state.name())) {
                LOG.info("{} are copied again from master {}", state.name(), master.address());
            }
        } catch (CopyException.Unreachable e) {
            throw e;
        } catch (CopyException e) {
            if (failing.add(state.name())) {
                LOG.warn("{} could not be copied, trying on: {}", state.name(), e.getMessage());
            }
        } catch (RuntimeException e) {
            if (failing.add(state.name())) {
                LOG.error("{} could not be copied from master {}, trying on", state.name(), master.address(), e);
            }
        }
    }

    /** Ends the copying; a copy under way is waited for. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(STOP_MAX_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
