package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.MapCodec;
import io.ferrymq.remoting.codec.MapFieldWriter;
import io.ferrymq.remoting.exception.RemotingException;
import io.ferrymq.remoting.protocol.RemotingCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The hooks of one client, run in the order of their registration; without any, requests pass untouched. */
final class Hooks {
    private final List<RPCHook> hooks = new CopyOnWriteArrayList<>();

    void add(RPCHook hook) {
        if (hook != null && !hooks.contains(hook)) {
            hooks.add(hook);
        }
    }

    boolean isEmpty() {
        return hooks.isEmpty();
    }

    /** A request on its way through the hooks, and its callback told through them too. */
    record Hooked(Request<?> request, ReplyCallback callback) {}

    <H> Hooked apply(String address, Request<H> request, ReplyCallback callback) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (request.header() != null) {
            request.codec().encode(request.header(), new MapFieldWriter(fields));
        }
        RemotingCommand command = RemotingCommand.request(request.code(), fields, request.body());
        hooks.forEach(hook -> hook.doBeforeRequest(address, command));
        Request<?> changed =
                new Request<>(command.getCode(), command.getExtFields(), MapCodec.INSTANCE, command.getBody());
        return new Hooked(changed, callback == null ? null : new After(address, command, callback));
    }

    private final class After implements ReplyCallback {
        private final String address;
        private final RemotingCommand request;
        private final ReplyCallback next;

        After(String address, RemotingCommand request, ReplyCallback next) {
            this.address = address;
            this.request = request;
            this.next = next;
        }

        @Override
        public void onReply(Reply reply) {
            RemotingCommand response = RemotingCommand.response(
                    reply.code(), reply.version(), reply.remark(), reply.fields(), reply.body());
            try {
                hooks.forEach(hook -> hook.doAfterResponse(address, request, response));
            } catch (RuntimeException e) {
                next.onFailure(new RemotingException("RPCHook failed after the answer of " + address, e));
                return;
            }
            next.onReply(reply);
        }

        @Override
        public boolean readsReplyAtOnce() {
            return next.readsReplyAtOnce();
        }

        @Override
        public void onFailure(RemotingException cause) {
            next.onFailure(cause);
        }
    }
}
