package io.ferrymq.acl.common;

import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.protocol.RemotingCommand;
import java.util.TreeMap;

/** Signs each request of a client: give it to the constructor of the producer or consumer (RocketMQ protocol facts, section request signing). */
public class AclClientRPCHook implements RPCHook {
    private final SessionCredentials sessionCredentials;

    public AclClientRPCHook(SessionCredentials sessionCredentials) {
        this.sessionCredentials = sessionCredentials;
    }

    public SessionCredentials getSessionCredentials() {
        return sessionCredentials;
    }

    @Override
    public void doBeforeRequest(String remoteAddr, RemotingCommand request) {
        request.addExtField(SessionCredentials.ACCESS_KEY, sessionCredentials.getAccessKey());
        if (sessionCredentials.getSecurityToken() != null) {
            request.addExtField(SessionCredentials.SECURITY_TOKEN, sessionCredentials.getSecurityToken());
        }
        byte[] content = AclUtils.combineRequestContent(request, new TreeMap<>(request.getExtFields()));
        request.addExtField(
                SessionCredentials.SIGNATURE, AclUtils.calSignature(content, sessionCredentials.getSecretKey()));
    }

    @Override
    public void doAfterResponse(String remoteAddr, RemotingCommand request, RemotingCommand response) {
        // Answers are not signed.
    }
}
