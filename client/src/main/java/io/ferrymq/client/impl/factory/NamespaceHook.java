package io.ferrymq.client.impl.factory;

import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.protocol.RemotingCommand;

/** Tells servers the namespace of each request in two header fields, names left as they are (the newer form of namespaces). */
final class NamespaceHook implements RPCHook {
    private final String namespace;

    NamespaceHook(String namespace) {
        this.namespace = namespace;
    }

    @Override
    public void doBeforeRequest(String remoteAddr, RemotingCommand request) {
        request.addExtField("nsd", "true");
        request.addExtField("ns", namespace);
    }

    @Override
    public void doAfterResponse(String remoteAddr, RemotingCommand request, RemotingCommand response) {
        // Answers carry no namespace.
    }
}
