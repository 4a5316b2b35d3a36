package io.ferrymq.remoting.codec;

import java.util.Map;

/** Header fields as they stand in a map, for requests that hooks have changed and for commands relayed as they are. */
public final class MapCodec implements HeaderCodec<Map<String, String>> {
    public static final MapCodec INSTANCE = new MapCodec();

    private MapCodec() {}

    @Override
    public Map<String, String> decode(HeaderFields fields) {
        return fields.toMap();
    }

    @Override
    public void encode(Map<String, String> header, FieldWriter out) {
        header.forEach((name, value) -> out.put(FieldName.of(name), value));
    }
}
