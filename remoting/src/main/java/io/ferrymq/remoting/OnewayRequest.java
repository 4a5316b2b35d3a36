package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.exception.RemotingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request that nobody hears of again. */
final class OnewayRequest extends WriteItem {
    private static final Logger LOG = LoggerFactory.getLogger(OnewayRequest.class);

    private final Request<?> request;
    private final int opaque;

    OnewayRequest(Request<?> request, int opaque) {
        this.request = request;
        this.opaque = opaque;
    }

    @Override
    int sizeBytes() {
        return request.sizeBytes();
    }

    @Override
    void write(Connection connection, long nowNanos) {
        try {
            connection.write(request, opaque, CommandHeader.FLAG_ONEWAY);
        } catch (RuntimeException e) {
            LOG.warn("one-way request to {} could not be written: {}", connection, e.toString());
        }
    }

    @Override
    void lost(RemotingException cause) {
        LOG.debug("a one-way request is lost", cause);
    }
}
