package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.CommandHeader;
import io.ferrymq.remoting.codec.HeaderFields;
import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.protocol.LanguageCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** One request under way: who asked, in which form, and the way back. */
public final class RequestContext {
    private static final VarHandle ANSWERED;

    static {
        try {
            ANSWERED = MethodHandles.lookup().findVarHandle(RequestContext.class, "answered", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Connection connection;
    private final int code;
    private final int opaque;
    private final int flag;
    private final int version;
    private final LanguageCode language;
    private final String remark;
    private final SerializeType type;
    private final HeaderFields fields;

    @SuppressWarnings("unused") // through ANSWERED
    private volatile boolean answered;

    RequestContext(Connection connection, CommandHeader header, HeaderFields fields) {
        this.connection = connection;
        this.code = header.code();
        this.opaque = header.opaque();
        this.flag = header.flag();
        this.version = header.version();
        this.language = header.language();
        this.remark = header.remark();
        this.type = header.type();
        this.fields = fields;
    }

    public Connection connection() {
        return connection;
    }

    public int code() {
        return code;
    }

    public int opaque() {
        return opaque;
    }

    /** The sender's protocol version; 0 when it did not tell (spec: remoting 1.6). */
    public int version() {
        return version;
    }

    public LanguageCode language() {
        return language;
    }

    /** The free text of the request, or null. */
    public String remark() {
        return remark;
    }

    public boolean isOneway() {
        return (flag & CommandHeader.FLAG_ONEWAY) != 0;
    }

    /** The raw header fields, for those outside the code's record; valid while the handler is called. */
    public HeaderFields fields() {
        return fields;
    }

    /**
     * Answers the request; from the event loop together with the other answers of the same read, from any other thread at once. A one-way
     * request gets no answer, whatever is given here.
     *
     * @throws IllegalStateException on a second answer
     */
    public void respond(Response<?> response) {
        if (!ANSWERED.compareAndSet(this, false, true)) {
            release(response);
            throw new IllegalStateException("second answer to request " + opaque + " of code " + code);
        }
        if (isOneway()) {
            release(response);
        } else {
            connection.writeResponse(response, opaque, type);
        }
    }

    /** Answers with a code and the reason. */
    public void respond(int responseCode, String reason) {
        respond(Response.of(responseCode, reason));
    }

    /** Whether the answer was given. */
    public boolean isAnswered() {
        return answered;
    }

    private static void release(Response<?> response) {
        if (response.body() != null) {
            response.body().release();
        }
    }
}
