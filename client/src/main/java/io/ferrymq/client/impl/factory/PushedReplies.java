package io.ferrymq.client.impl.factory;

import io.ferrymq.common.Clock;
import io.ferrymq.common.compression.CompressionType;
import io.ferrymq.common.compression.CompressorFactory;
import io.ferrymq.common.message.MessageAccessor;
import io.ferrymq.common.message.MessageConst;
import io.ferrymq.common.message.MessageDecoder;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.common.net.HostAndPort;
import io.ferrymq.common.sysflag.MessageSysFlag;
import io.ferrymq.remoting.RequestContext;
import io.ferrymq.remoting.Response;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.header.ReplyMessageRequestHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** {@code PUSH_REPLY_MESSAGE_TO_CLIENT} (326): a broker brings the reply to a request of this client (RocketMQ remoting facts, 5.3). */
final class PushedReplies {
    private final ReplyTable replies;
    private final Executor workers;
    private final Clock clock;

    PushedReplies(ReplyTable replies, Executor workers, Clock clock) {
        this.replies = replies;
        this.workers = workers;
        this.clock = clock;
    }

    /** On an event loop: only what takes its time, a compressed body, goes elsewhere. */
    void pushed(RequestContext context, ReplyMessageRequestHeader header, ByteBuf body) {
        byte[] content = ByteBufUtil.getBytes(body);
        if ((header.sysFlag() & MessageSysFlag.COMPRESSED_FLAG) == 0) {
            deliver(context, header, content);
            return;
        }
        try {
            workers.execute(() -> deliverCompressed(context, header, content));
        } catch (RejectedExecutionException e) {
            context.respond(ResponseCode.SYSTEM_BUSY, "this client has too much to do for a compressed reply");
        }
    }

    private void deliverCompressed(RequestContext context, ReplyMessageRequestHeader header, byte[] content) {
        try {
            CompressionType type = CompressionType.ofSysFlag(header.sysFlag());
            deliver(context, header, CompressorFactory.getCompressor(type).decompress(content));
        } catch (IOException | RuntimeException e) {
            context.respond(ResponseCode.SYSTEM_ERROR, "the body of the reply cannot be read: " + e.getMessage());
        }
    }

    private void deliver(RequestContext context, ReplyMessageRequestHeader header, byte[] content) {
        Map<String, String> properties = new HashMap<>();
        if (header.properties() != null) {
            properties.putAll(MessageDecoder.string2messageProperties(header.properties()));
        }
        properties.put(MessageConst.PROPERTY_REPLY_MESSAGE_ARRIVE_TIME, Long.toString(clock.nowMs()));
        MessageExt reply = new MessageExt();
        reply.setTopic(header.topic());
        reply.setQueueId(header.queueId());
        reply.setFlag(header.flag());
        reply.setSysFlag(header.sysFlag());
        reply.setBornTimestamp(header.bornTimestamp());
        reply.setBornHost(address(header.bornHost()));
        reply.setStoreTimestamp(header.storeTimestamp());
        reply.setStoreHost(address(header.storeHost()));
        reply.setReconsumeTimes(header.reconsumeTimes() == null ? 0 : header.reconsumeTimes());
        reply.setBody(content);
        MessageAccessor.setProperties(reply, properties);
        replies.complete(properties.get(MessageConst.PROPERTY_CORRELATION_ID), reply);
        context.respond(Response.success());
    }

    private static InetSocketAddress address(String text) {
        // Some brokers write addresses as their platform prints them, with a slash in front.
        HostAndPort parsed = HostAndPort.parse(text.substring(text.lastIndexOf('/') + 1));
        byte[] ip = NetUtil.createByteArrayFromIpAddressString(parsed.host());
        if (ip == null) {
            return InetSocketAddress.createUnresolved(parsed.host(), parsed.port());
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(ip), parsed.port());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("'" + text + "' is no address of a message", e);
        }
    }
}
