package io.ferrymq.broker.follow;

import io.ferrymq.remoting.RemotingClient;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.JsonException;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.concurrent.CompletableFuture;

/** Requests to the master's ordinary port, from a thread that may wait. */
public final class MasterLine {
    private final RemotingClient client;
    private final String address;
    private final long timeoutMs;

    public MasterLine(RemotingClient client, String address, long timeoutMs) {
        this.client = client;
        this.address = address;
        this.timeoutMs = timeoutMs;
    }

    public String address() {
        return address;
    }

    /** The master's answer, when it is success. */
    public Reply ask(Request<?> request) throws CopyException, InterruptedException {
        return success(askAny(request));
    }

    /** The master's answer, whatever its code. */
    public Reply askAny(Request<?> request) throws CopyException, InterruptedException {
        try {
            return client.call(address, request, timeoutMs);
        } catch (RemotingException e) {
            throw new CopyException.Unreachable("master " + address + ": " + e.getMessage(), e);
        }
    }

    /** The answer, unless it is something else than success. */
    public Reply success(Reply reply) throws CopyException {
        if (reply.isSuccess()) {
            return reply;
        }
        if (reply.code() == ResponseCode.GO_AWAY) {
            throw new CopyException.Unreachable("master " + address + " is leaving", null);
        }
        throw new CopyException(
                "master " + address + " answered " + ResponseCode.nameOf(reply.code()) + " " + reply.remark());
    }

    /** The master's answer whatever it is, later. */
    public CompletableFuture<Reply> tell(Request<?> request) {
        return client.callAsync(address, request, timeoutMs);
    }

    /** An answer's body. */
    public <T> T body(Reply reply, Class<T> type) throws CopyException {
        try {
            return Json.decode(reply.body(), type);
        } catch (JsonException e) {
            throw new CopyException("master " + address + ": " + e.getMessage(), e);
        }
    }

    /** For an answer that says less than it must. */
    public CopyException incomplete(String what) {
        return new CopyException("master " + address + ": its answer is not complete: " + what);
    }
}
