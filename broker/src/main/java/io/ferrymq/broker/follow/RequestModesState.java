package io.ferrymq.broker.follow;

import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.Map;

/** How groups ask for messages of which topics (402); a master before 5.0 has no such thing. */
final class RequestModesState implements ReplicatedState<Map<String, Map<String, Object>>> {
    private final RequestModes modes;

    RequestModesState(RequestModes modes) {
        this.modes = modes;
    }

    /** The body; an absent table is null. */
    record Body(Map<String, Map<String, Object>> messageRequestModeMap) {}

    @Override
    public String name() {
        return "message request modes";
    }

    @Override
    public Map<String, Map<String, Object>> fetch(MasterLine master) throws CopyException, InterruptedException {
        Reply reply = master.askAny(Request.of(RequestCode.GET_ALL_MESSAGE_REQUEST_MODE));
        if (reply.code() == ResponseCode.REQUEST_CODE_NOT_SUPPORTED) {
            return modes.all();
        }
        Body body = master.body(master.success(reply), Body.class);
        if (body.messageRequestModeMap() == null || body.messageRequestModeMap().containsValue(null)) {
            throw master.incomplete("messageRequestModeMap is missing, or a topic in it");
        }
        return body.messageRequestModeMap();
    }

    @Override
    public void apply(Map<String, Map<String, Object>> theirs, MasterLine master) {
        modes.replace(theirs);
    }
}
