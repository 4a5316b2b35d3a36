package io.ferrymq.distribution.admin;

import io.ferrymq.remoting.protocol.Json;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What a command prints its answer to. */
public final class Output {
    private final PrintWriter out;

    public Output(PrintWriter out) {
        this.out = out;
    }

    public void line(String text) {
        out.println(text);
    }

    /** A line in the layout of {@link java.util.Formatter}, numbers written the same in every country. */
    public void format(String layout, Object... values) {
        out.println(String.format(Locale.ROOT, layout, values));
    }

    public void json(Object value) {
        out.println(new String(Json.encodePretty(value), StandardCharsets.UTF_8));
    }
}
