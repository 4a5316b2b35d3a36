package io.ferrymq.remoting;

import io.ferrymq.remoting.codec.HeaderCodec;
import io.ferrymq.remoting.codec.HeaderFields;
import io.ferrymq.remoting.codec.RecordCodec;
import io.netty.util.collection.IntObjectHashMap;
import java.util.concurrent.Executor;

/** Which code is served by what: one row a code, laid out by the process that starts the server or client. */
public final class HandlerTable {
    private final IntObjectHashMap<Row<?>> rows;

    private HandlerTable(IntObjectHashMap<Row<?>> rows) {
        this.rows = rows;
    }

    /**
     * @param codec reads the header; null for codes without header fields
     * @param executor where the handler runs; null for the event loop
     */
    record Row<H>(HeaderCodec<H> codec, RequestHandler<H> handler, Executor executor) {
        H decode(HeaderFields fields) {
            return codec == null ? null : codec.decode(fields);
        }
    }

    /** A table that serves nothing, as that of a client without consumers. */
    public static HandlerTable empty() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The row of a code, or null when nothing serves it. */
    Row<?> row(int code) {
        return rows.get(code);
    }

    /** The table without some codes, as the fast port's, which serves no pulls (spec: remoting 1.12). */
    public HandlerTable without(int... codes) {
        IntObjectHashMap<Row<?>> rest = new IntObjectHashMap<>();
        rest.putAll(rows);
        for (int code : codes) {
            rest.remove(code);
        }
        return new HandlerTable(rest);
    }

    /** The table with another handler for some codes, as on a broker whose role refuses them. */
    public HandlerTable with(RequestHandler<Void> handler, int... codes) {
        IntObjectHashMap<Row<?>> changed = new IntObjectHashMap<>();
        changed.putAll(rows);
        for (int code : codes) {
            changed.put(code, new Row<>(null, handler, null));
        }
        return new HandlerTable(changed);
    }

    /** Collects the rows; a code given twice is an error of the program. */
    public static final class Builder {
        private final IntObjectHashMap<Row<?>> rows = new IntObjectHashMap<>();

        /** A handler on the event loop, for codes without header fields. */
        public Builder on(int code, RequestHandler<Void> handler) {
            return put(code, new Row<>(null, handler, null));
        }

        /** A handler on the event loop. */
        public <H extends Record> Builder on(int code, Class<H> header, RequestHandler<H> handler) {
            return put(code, new Row<>(RecordCodec.of(header), handler, null));
        }

        /** A handler on the event loop whose header has a codec of its own. */
        public <H> Builder on(int code, HeaderCodec<H> codec, RequestHandler<H> handler) {
            return put(code, new Row<>(codec, handler, null));
        }

        /** A handler that may block, for codes without header fields. */
        public Builder on(Executor executor, int code, RequestHandler<Void> handler) {
            return put(code, new Row<>(null, handler, executor));
        }

        /** A handler that may block. */
        public <H extends Record> Builder on(Executor executor, int code, Class<H> header, RequestHandler<H> handler) {
            return put(code, new Row<>(RecordCodec.of(header), handler, executor));
        }

        /** A handler that may block and whose header has a codec of its own. */
        public <H> Builder on(Executor executor, int code, HeaderCodec<H> codec, RequestHandler<H> handler) {
            return put(code, new Row<>(codec, handler, executor));
        }

        private Builder put(int code, Row<?> row) {
            if (rows.put(code, row) != null) {
                throw new IllegalStateException("request code " + code + " has two handlers");
            }
            return this;
        }

        public HandlerTable build() {
            IntObjectHashMap<Row<?>> copy = new IntObjectHashMap<>();
            copy.putAll(rows);
            return new HandlerTable(copy);
        }
    }
}
