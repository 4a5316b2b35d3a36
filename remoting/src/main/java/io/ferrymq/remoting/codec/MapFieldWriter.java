package io.ferrymq.remoting.codec;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Header fields as the string map that hooks see. */
public record MapFieldWriter(Map<String, String> map) implements FieldWriter {
    @Override
    public void put(FieldName name, String value) {
        if (value != null) {
            map.put(name.toString(), value);
        }
    }

    @Override
    public void put(FieldName name, long value) {
        map.put(name.toString(), Long.toString(value));
    }

    @Override
    public void put(FieldName name, boolean value) {
        map.put(name.toString(), Boolean.toString(value));
    }

    @Override
    public void put(FieldName name, byte[] utf8) {
        if (utf8 != null) {
            map.put(name.toString(), new String(utf8, StandardCharsets.UTF_8));
        }
    }
}
