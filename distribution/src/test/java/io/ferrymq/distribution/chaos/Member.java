package io.ferrymq.distribution.chaos;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** A member as the script of a chaos test handles it: in this process, or in one of its own that can be killed and frozen. */
final class Member {
    private static final long LEAVE_MAX_S = 40;
    private static final String PEER = "io.ferrymq.peers.PeerMember";

    final String name;
    final String group;
    final Path ledger;
    private final Process process;
    private final AutoCloseable leave;
    private final boolean published;
    private final List<long[]> frozen = new ArrayList<>();

    private Member(String name, List<String> args, Process process, AutoCloseable leave, boolean published) {
        this.name = name;
        this.group = args.get(2);
        this.ledger = Path.of(args.get(4));
        this.process = process;
        this.leave = leave;
        this.published = published;
    }

    static Member inside(String name, List<String> args) throws Exception {
        return new Member(name, args, null, ChaosMember.start(args), false);
    }

    /** @param client the published one */
    @SuppressWarnings("unchecked")
    static Member peerInside(ClassLoader client, String name, List<String> args) throws Exception {
        Thread here = Thread.currentThread();
        ClassLoader before = here.getContextClassLoader();
        here.setContextClassLoader(client);
        try {
            Runnable leave = ((Function<List<String>, Runnable>)
                            client.loadClass(PEER).getConstructor().newInstance())
                    .apply(args);
            return new Member(name, args, null, leave::run, true);
        } finally {
            here.setContextClassLoader(before);
        }
    }

    /** @param options of the JVM */
    static Member process(String name, List<String> args, List<String> options) throws IOException {
        return fork(name, args, options, System.getProperty("java.class.path"), ChaosMember.class.getName());
    }

    static Member peerProcess(String name, List<String> args, List<String> options) throws IOException {
        Path peer = Path.of("peers", "rocketmq-client-5.5.0", "target").toAbsolutePath();
        List<String> all = new ArrayList<>(options);
        all.add("-Drocketmq.client.logRoot=" + Path.of(args.get(4)).getParent().resolve("logs"));
        all.add("-Drocketmq.client.logLevel=WARN");
        return fork(name, args, all, peer.resolve("classes") + File.pathSeparator + peer.resolve("lib") + "/*", PEER);
    }

    private static Member fork(String name, List<String> args, List<String> options, String classPath, String main)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main));
        command.addAll(args);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File(args.get(4) + ".out"))
                .start();
        return new Member(name, args, process, null, main.equals(PEER));
    }

    boolean isProcess() {
        return process != null;
    }

    /** Throws what it said when it has ended by itself. */
    void check() throws IOException {
        if (process != null && !process.isAlive()) {
            throw new IllegalStateException(name + " has ended: " + Files.readString(Path.of(ledger + ".out")));
        }
    }

    /** Of its own will, and in order. */
    void leave() throws Exception {
        if (process == null) {
            leave.close();
            return;
        }
        process.getOutputStream().close();
    }

    /** Until a process has ended that was told to leave. The published client does not always come to an end. */
    void awaitEnd() throws Exception {
        if (process != null && !process.waitFor(LEAVE_MAX_S, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            if (!published) {
                throw new IllegalStateException(name + " has not left within " + LEAVE_MAX_S + " s");
            }
        }
    }

    /** kill -9 */
    void kill() {
        process.destroyForcibly()
                .onExit()
                .orTimeout(LEAVE_MAX_S, TimeUnit.SECONDS)
                .join();
    }

    void freeze() throws Exception {
        signal("-STOP");
        frozen.add(new long[] {System.nanoTime(), Long.MAX_VALUE});
    }

    void thaw() throws Exception {
        frozen.get(frozen.size() - 1)[1] = System.nanoTime();
        signal("-CONT");
    }

    /** When it stood still: from and to. */
    List<long[]> frozenTimes() {
        return frozen;
    }

    private void signal(String signal) throws Exception {
        int result = new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (result != 0) {
            throw new IllegalStateException("kill " + signal + " of " + name + " gave " + result);
        }
    }

    /** For the end of a test that failed. */
    void end() {
        if (process == null) {
            return;
        }
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        return name;
    }
}
