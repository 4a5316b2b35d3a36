package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.tls.TlsSettings;
import io.netty.channel.WriteBufferWaterMark;

/**
 * Limits of connections.
 *
 * @param frameSizeMaxBytes largest frame accepted, the length field included
 * @param idleMaxMs a connection from which nothing came for so long is closed
 * @param connectTimeoutMs how long a connection may take to be made
 * @param writeBufferMaxBytes answers that may wait for a slow peer before it is no longer read from
 * @param serializeType header form of the requests this side makes; answers are in the form of their request
 * @param binaryWhereRead whether frequent requests take the binary form once the peer is known to read it; false where a form is configured
 * @param tls how connections are protected
 */
public record RemotingSettings(
        int frameSizeMaxBytes,
        long idleMaxMs,
        int connectTimeoutMs,
        int writeBufferMaxBytes,
        SerializeType serializeType,
        boolean binaryWhereRead,
        TlsSettings tls) {
    private static final int FRAME_SIZE_DEFAULT_MAX_BYTES = 16 << 20;

    /** What RocketMQ's processes use, JVM properties honoured (spec: remoting 1.1, 1.8, 1.9). */
    public static RemotingSettings defaults() {
        int frameSizeMaxBytes =
                Integer.getInteger("com.rocketmq.remoting.frameMaxLength", FRAME_SIZE_DEFAULT_MAX_BYTES);
        String form = System.getProperty("rocketmq.serialize.type", System.getenv("ROCKETMQ_SERIALIZE_TYPE"));
        SerializeType type = "ROCKETMQ".equalsIgnoreCase(form) ? SerializeType.ROCKETMQ : SerializeType.JSON;
        return new RemotingSettings(frameSizeMaxBytes, 120_000, 3_000, 1 << 20, type, form == null, TlsSettings.load());
    }

    /** All requests in this form, whatever the peer reads. */
    public RemotingSettings withSerializeType(SerializeType type) {
        return new RemotingSettings(
                frameSizeMaxBytes, idleMaxMs, connectTimeoutMs, writeBufferMaxBytes, type, false, tls);
    }

    public RemotingSettings withIdleMaxMs(long ms) {
        return new RemotingSettings(
                frameSizeMaxBytes, ms, connectTimeoutMs, writeBufferMaxBytes, serializeType, binaryWhereRead, tls);
    }

    public RemotingSettings withConnectTimeoutMs(int ms) {
        return new RemotingSettings(
                frameSizeMaxBytes, idleMaxMs, ms, writeBufferMaxBytes, serializeType, binaryWhereRead, tls);
    }

    public RemotingSettings withTls(TlsSettings settings) {
        return new RemotingSettings(
                frameSizeMaxBytes,
                idleMaxMs,
                connectTimeoutMs,
                writeBufferMaxBytes,
                serializeType,
                binaryWhereRead,
                settings);
    }

    WriteBufferWaterMark waterMark() {
        return new WriteBufferWaterMark(writeBufferMaxBytes / 2, writeBufferMaxBytes);
    }
}
