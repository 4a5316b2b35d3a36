package io.ferrymq.remoting;

import io.ferrymq.remoting.protocol.RemotingCommand;

/** Sees every request a client makes, before it goes out, and its answer; may add header fields, as signing does. */
public interface RPCHook {
    void doBeforeRequest(String remoteAddr, RemotingCommand request);

    void doAfterResponse(String remoteAddr, RemotingCommand request, RemotingCommand response);
}
