package io.ferrymq.distribution.bench;

import io.ferrymq.remoting.RPCHook;
import io.ferrymq.remoting.protocol.RemotingCommand;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.util.Set;

/** Counts the pulls of a consumer that brokers refuse; the consumer itself only logs them and tries again. */
final class PullFailures implements RPCHook {
    /** What a pull may be answered with in good order: on the first ones the broker may not know the subscription yet. */
    private static final Set<Integer> IN_ORDER = Set.of(
            ResponseCode.SUCCESS,
            ResponseCode.PULL_NOT_FOUND,
            ResponseCode.PULL_RETRY_IMMEDIATELY,
            ResponseCode.PULL_OFFSET_MOVED,
            ResponseCode.FLOW_CONTROL,
            ResponseCode.SUBSCRIPTION_NOT_EXIST,
            ResponseCode.SUBSCRIPTION_NOT_LATEST);

    private final Sitting sitting;

    PullFailures(Sitting sitting) {
        this.sitting = sitting;
    }

    @Override
    public void doBeforeRequest(String remoteAddr, RemotingCommand request) {
        // Only answers count.
    }

    @Override
    public void doAfterResponse(String remoteAddr, RemotingCommand request, RemotingCommand response) {
        boolean pull =
                request.getCode() == RequestCode.PULL_MESSAGE || request.getCode() == RequestCode.LITE_PULL_MESSAGE;
        if (pull && !IN_ORDER.contains(response.getCode())) {
            sitting.now()
                    .meter()
                    .failures()
                    .add(
                            "pull from " + remoteAddr + " " + Failures.refusedWith(response.getCode()),
                            response.getRemark());
        }
    }
}
