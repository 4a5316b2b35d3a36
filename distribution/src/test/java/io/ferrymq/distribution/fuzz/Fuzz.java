package io.ferrymq.distribution.fuzz;

import io.ferrymq.remoting.codec.ExtName;
import io.ferrymq.remoting.codec.SerializeType;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks one server, for every request code there is, what no sane client asks. Which fields a code has it learns from the answers: whoever
 * misses one is told its name and that of the header.
 */
final class Fuzz {
    private static final Pattern MISSING =
            Pattern.compile("required header field '([^']+)'(?: \\(\\w+\\))? of (a send|a pull|\\w+) is missing");
    private static final Pattern INSIDE = Pattern.compile(
            "java|jackson|netty|Exception|Error\\b|(?<!')\\bnull\\b|@[0-9a-f]{6}|[a-z]\\$[0-9A-Z]|\\w+\\.\\w+\\(");
    private static final String HEADERS = "io.ferrymq.remoting.protocol.header.";
    private static final int REMARK_MAX_CHARS = 2_100;
    private static final byte[] NO_BODY = {};

    private final String address;
    private final SerializeType form;
    private final LongSupplier logEnd;
    private final Set<Integer> storing;
    private final List<String> problems = new ArrayList<>();
    private RawPeer peer;
    private int opaque = 1_000;
    private int answered;
    private long logEndBefore;

    /**
     * @param logEnd where the log ends now
     * @param storing codes that store something when they are answered with success
     */
    Fuzz(String address, SerializeType form, LongSupplier logEnd, Set<Integer> storing) throws IOException {
        this.address = address;
        this.form = form;
        this.logEnd = logEnd;
        this.storing = storing;
        this.peer = new RawPeer(address, form);
    }

    List<String> problems() {
        return problems;
    }

    int answered() {
        return answered;
    }

    /** All codes that have a name, and some that have none. */
    Map<Integer, String> codes() throws IllegalAccessException {
        Map<Integer, String> codes = new TreeMap<>();
        for (Field field : RequestCode.class.getFields()) {
            if (field.getType() == int.class) {
                codes.put(field.getInt(null), field.getName());
            }
        }
        List.of(-1, 0, 9_999, Integer.MAX_VALUE, Integer.MIN_VALUE).forEach(code -> codes.put(code, "no code"));
        codes.keySet().removeIf(code -> form == SerializeType.ROCKETMQ && code != code.shortValue());
        return codes;
    }

    void run(int code) throws Exception {
        logEndBefore = logEnd.getAsLong();
        Map<String, RecordComponent> header = new LinkedHashMap<>();
        Map<String, String> plausible = learnFields(code, header);
        if (plausible == null) {
            return;
        }
        for (Map.Entry<String, byte[]> body : Garbage.BODIES.entrySet()) {
            ask(code, Map.of(), body.getValue(), "no fields, body " + body.getKey());
            ask(code, plausible, body.getValue(), "body " + body.getKey());
        }
        for (Map.Entry<String, RecordComponent> field : header.entrySet()) {
            fuzzField(code, plausible, field.getKey(), field.getValue());
        }
        oneway(code, plausible);
    }

    /** Returns fields that a request of this code can have; null when the server does not serve it. */
    private Map<String, String> learnFields(int code, Map<String, RecordComponent> header) throws Exception {
        Map<String, String> known = new LinkedHashMap<>();
        for (int round = 0; round < 30; round++) {
            Optional<RawPeer.Answer> answer = ask(code, known, NO_BODY, "fields " + known.keySet());
            if (answer.isEmpty() || answer.get().code() == ResponseCode.REQUEST_CODE_NOT_SUPPORTED) {
                return null;
            }
            Matcher missing = MISSING.matcher(answer.get().remark());
            if (!missing.lookingAt()) {
                return known;
            }
            if (header.isEmpty()) {
                header.putAll(componentsOf(code, missing.group(2)));
            }
            String name = missing.group(1);
            if (known.put(name, Garbage.plausible(header.get(name))) != null) {
                problems.add(name(code) + ": " + name + " is said to be missing and is not");
                return known;
            }
        }
        throw new IllegalStateException(name(code) + " has more than 30 required fields");
    }

    private static Map<String, RecordComponent> componentsOf(int code, String command) throws ClassNotFoundException {
        String record =
                switch (command) {
                    case "a send" -> "SendMessageRequestHeader";
                    case "a pull" -> "PullMessageRequestHeader";
                    default -> command;
                };
        boolean oneLetter = Set.of(
                        RequestCode.SEND_MESSAGE_V2, RequestCode.SEND_BATCH_MESSAGE, RequestCode.SEND_REPLY_MESSAGE_V2)
                .contains(code);
        Map<String, RecordComponent> fields = new LinkedHashMap<>();
        for (RecordComponent component : Class.forName(HEADERS + record).getRecordComponents()) {
            ExtName renamed = component.getAnnotation(ExtName.class);
            String name = renamed == null ? component.getName() : renamed.value();
            fields.put(oneLetter ? String.valueOf((char) ('a' + fields.size())) : name, component);
        }
        return fields;
    }

    private void fuzzField(int code, Map<String, String> plausible, String name, RecordComponent field)
            throws Exception {
        if (plausible.containsKey(name)) {
            Map<String, String> without = new LinkedHashMap<>(plausible);
            without.remove(name);
            namesField(ask(code, without, NO_BODY, name + " missing"), code, name, "missing");
        }
        for (String value : Garbage.isNumber(field) ? Garbage.NUMBERS : Garbage.TEXTS) {
            ask(code, with(plausible, name, value), NO_BODY, name + " = " + shown(value));
            ask(
                    code,
                    with(plausible, name, value),
                    "body".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    name + " = " + shown(value) + " with a body");
        }
        if (Garbage.isNumber(field)) {
            for (String value : Garbage.NO_NUMBERS) {
                namesField(ask(code, with(plausible, name, value), NO_BODY, name + " = " + value), code, name, value);
            }
        }
    }

    private static Map<String, String> with(Map<String, String> fields, String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(fields);
        changed.put(name, value);
        return changed;
    }

    private void namesField(Optional<RawPeer.Answer> answer, int code, String field, String value) {
        answer.filter(found ->
                        found.code() == ResponseCode.SUCCESS || !found.remark().contains("'" + field + "'"))
                .ifPresent(found -> problems.add(name(code) + ", " + field + " " + shown(value)
                        + ": the answer does not name the field: " + found));
    }

    private void oneway(int code, Map<String, String> plausible) throws Exception {
        peer.send(code, ++opaque, RawPeer.ONEWAY, Map.of(), NO_BODY);
        peer.send(code, ++opaque, RawPeer.ONEWAY, plausible, Garbage.BODIES.get("cut"));
        peer.send(code, ++opaque, RawPeer.ONEWAY, plausible, Garbage.BODIES.get("random"));
        ask(9_999, Map.of(), NO_BODY, "after what expects no answer");
    }

    /** One request. What is wrong with the answer is noted; empty when the connection was closed instead. */
    private Optional<RawPeer.Answer> ask(int code, Map<String, String> fields, byte[] body, String what)
            throws IOException {
        peer.send(code, ++opaque, 0, fields, body);
        Optional<RawPeer.Answer> answer;
        try {
            answer = peer.read();
        } catch (java.net.SocketTimeoutException e) {
            problems.add(name(code) + ", " + what + ": no answer");
            answer = Optional.empty();
        }
        if (answer.isEmpty()) {
            peer.close();
            peer = new RawPeer(address, form);
            return answer;
        }
        answered++;
        RawPeer.Answer found = answer.get();
        if (found.opaque() != opaque) {
            problems.add(name(code) + ", " + what + ": answer to something else: " + found);
        } else if (INSIDE.matcher(shown(found.remark())).find()
                || found.remark().contains("log says where")) {
            problems.add(name(code) + ", " + what + ": " + found.code() + " " + shown(found.remark()));
        } else if (found.code() != ResponseCode.SUCCESS && found.remark().isBlank()) {
            problems.add(name(code) + ", " + what + ": " + found.code() + " without a reason");
        } else if (found.remark().length() > REMARK_MAX_CHARS) {
            problems.add(
                    name(code) + ", " + what + ": a remark of " + found.remark().length() + " characters");
        }
        if (storing.contains(code)) {
            long end = logEnd.getAsLong();
            if (found.code() != ResponseCode.SUCCESS && end != logEndBefore) {
                problems.add(name(code) + ", " + what + ": refused and stored: " + found.remark());
            }
            logEndBefore = end;
        }
        return answer;
    }

    private static String shown(String text) {
        return text.length() <= 300 ? text : text.substring(0, 300) + "…";
    }

    private static String name(int code) {
        return RequestCode.nameOf(code);
    }
}
