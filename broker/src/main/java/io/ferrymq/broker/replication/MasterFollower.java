package io.ferrymq.broker.replication;

import io.ferrymq.broker.registration.MasterWatch;
import io.ferrymq.common.Clock;
import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.remoting.IoThreads;
import io.ferrymq.remoting.SystemReason;
import io.ferrymq.store.Durability;
import io.ferrymq.store.MessageStore;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a slave connected to its master: where {@code haMasterAddress} or the nameservers say, again after each break, a little later each
 * time. State belongs to the replication loop.
 */
final class MasterFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MasterFollower.class);
    private static final int CONNECT_TIMEOUT_MS = 3_000;
    private static final long RETRY_MIN_MS = 100;
    private static final long RETRY_MAX_MS = 5_000;
    private static final int READ_BYTES = 512 << 10;
    private static final long FORCE_TIMEOUT_MS = 60_000;

    private final LinkSettings settings;
    private final String configuredAddress;
    private final boolean forcesFirst;
    private final IoThreads threads;
    private final EventExecutor loop;
    private final MessageStore store;
    private final Executor workers;
    private final Clock clock;
    private final MasterCheck check;
    private final Supplier<String> masterAddress;
    private final Complaints complaints = new Complaints();
    private final AtomicBoolean dispatchQueued = new AtomicBoolean();
    private volatile String address = "";
    private volatile MasterLink link;
    private Channel connecting;
    private ScheduledFuture<?> retry;
    private ScheduledFuture<?> ticks;
    private long retryMs = RETRY_MIN_MS;
    private boolean isChecking;
    private boolean closed;

    /**
     * @param configuredAddress where the master sends its log by the configuration, empty when the nameservers tell it
     * @param forcesFirst whether only what is on disk is acknowledged
     * @param masterAddress where the master answers requests, empty while not known
     */
    MasterFollower(
            LinkSettings settings,
            String configuredAddress,
            boolean forcesFirst,
            IoThreads threads,
            EventExecutor loop,
            MessageStore store,
            Executor workers,
            Clock clock,
            MasterCheck check,
            Supplier<String> masterAddress) {
        this.settings = settings;
        this.configuredAddress = configuredAddress;
        this.forcesFirst = forcesFirst;
        this.threads = threads;
        this.loop = loop;
        this.store = store;
        this.workers = workers;
        this.clock = clock;
        this.check = check;
        this.masterAddress = masterAddress;
    }

    void start(MasterWatch watch) {
        ticks = loop.scheduleWithFixedDelay(this::tick, settings.lookMs(), settings.lookMs(), TimeUnit.MILLISECONDS);
        if (configuredAddress.isEmpty()) {
            watch.onChange(master -> execute(() -> follow(master.haAddress())));
        } else {
            execute(() -> follow(configuredAddress));
        }
    }

    private void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the master is followed no more, this broker is closing");
        }
    }

    private void tick() {
        if (link != null) {
            link.tick(System.nanoTime());
        }
    }

    private void follow(String newAddress) {
        if (closed || newAddress.isEmpty() || newAddress.equals(address)) {
            return;
        }
        LOG.info("following the master at {}{}", newAddress, address.isEmpty() ? "" : ", before at " + address);
        address = newAddress;
        retryMs = RETRY_MIN_MS;
        if (isChecking) {
            return;
        }
        if (connecting != null) {
            connecting.close();
        } else if (link != null) {
            link.close();
        } else {
            connect();
        }
    }

    private void connect() {
        if (retry != null) {
            retry.cancel(false);
            retry = null;
        }
        if (closed) {
            return;
        }
        String asked = masterAddress.get();
        if (asked.isEmpty()) {
            connectNow();
        } else {
            isChecking = true;
            try {
                workers.execute(() -> ask(asked));
            } catch (RejectedExecutionException e) {
                isChecking = false;
                LOG.debug("the master is asked no more, this broker is closing");
            }
        }
    }

    private void ask(String asked) {
        String problem = null;
        try {
            problem = check.problem(asked);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String found = problem;
        execute(() -> {
            isChecking = false;
            if (found == null) {
                connectNow();
            } else {
                complaints.warn("master " + asked + ": " + found);
                retryMs = RETRY_MAX_MS;
                retryLater();
            }
        });
    }

    private void connectNow() {
        if (closed) {
            return;
        }
        HostAndPort target = target();
        if (target == null) {
            return;
        }
        ChannelFuture attempt = threads.bootstrap()
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
                .handler(new MasterLink(settings, store.rawLog(), store.log(), this))
                .connect(InetSocketAddress.createUnresolved(target.host(), target.port()));
        connecting = attempt.channel();
        attempt.addListener(result -> {
            connecting = null;
            if (!result.isSuccess()) {
                failed("cannot be reached: " + SystemReason.of(result.cause()));
                retryLater();
            }
        });
    }

    /** Null when what a nameserver said is no address; it may say another. */
    private HostAndPort target() {
        try {
            return HostAndPort.parse(address);
        } catch (IllegalArgumentException e) {
            failed("its address is unusable: " + e.getMessage());
            return null;
        }
    }

    private void retryLater() {
        if (!closed && retry == null) {
            retry = loop.schedule(
                    () -> {
                        retry = null;
                        connect();
                    },
                    retryMs,
                    TimeUnit.MILLISECONDS);
            retryMs = Math.min(2 * retryMs, RETRY_MAX_MS);
        }
    }

    boolean forcesFirst() {
        return forcesFirst;
    }

    long nowMs() {
        return clock.nowMs();
    }

    /** {@code host:port} of the master's log, empty while not known. From any thread, for information. */
    String masterAddress() {
        return address;
    }

    /** The link that stands now, null when there is none. From any thread, for information. */
    MasterLink link() {
        return link;
    }

    // What the link tells, on the replication loop.

    void connected(MasterLink connected) {
        link = connected;
        if (closed) {
            connected.close();
        }
    }

    /** The master's first frame fits. */
    void heard(long logEnd, long masterSendsFrom) {
        LOG.info("master {} sends its log from {} on; the log here ends at {}", address, masterSendsFrom, logEnd);
        retryMs = RETRY_MIN_MS;
        complaints.settled();
    }

    void appended() {
        if (!dispatchQueued.get() && dispatchQueued.compareAndSet(false, true)) {
            try {
                workers.execute(() -> {
                    dispatchQueued.set(false);
                    store.dispatch();
                });
            } catch (RejectedExecutionException e) {
                // The store itself looks for leftovers.
                dispatchQueued.set(false);
            }
        }
    }

    void whenForced(long logEnd, Runnable forced, Runnable failed) {
        store.whenDurable(logEnd, FORCE_TIMEOUT_MS, outcome -> {
            if (outcome == Durability.DURABLE) {
                forced.run();
            } else {
                failed.run();
            }
        });
    }

    void failed(String why) {
        complaints.warn("master " + address + ": " + why + "; trying on");
    }

    void disconnected(MasterLink gone, boolean heard) {
        if (link == gone) {
            link = null;
        }
        if (!closed && heard) {
            LOG.info(
                    "connection to master {} ended; the log here ends at {}",
                    address,
                    store.log().logEndOffset());
        }
        retryLater();
    }

    @Override
    public void close() {
        loop.submit(() -> {
                    closed = true;
                    ticks.cancel(false);
                    if (retry != null) {
                        retry.cancel(false);
                    }
                    if (connecting != null) {
                        connecting.close();
                    }
                    if (link != null) {
                        link.close();
                    }
                })
                .awaitUninterruptibly();
    }
}
