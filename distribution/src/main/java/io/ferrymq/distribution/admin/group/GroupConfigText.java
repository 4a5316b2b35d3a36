package io.ferrymq.distribution.admin.group;

import io.ferrymq.common.subscription.SubscriptionGroupConfig;
import io.ferrymq.remoting.protocol.Json;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A group's settings for people: by name, in the order in which they are declared. */
final class GroupConfigText {
    private GroupConfigText() {}

    static Map<String, String> settings(SubscriptionGroupConfig config) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (RecordComponent component : SubscriptionGroupConfig.class.getRecordComponents()) {
            try {
                settings.put(component.getName(), text(component.getAccessor().invoke(config)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + component, e);
            }
        }
        return settings;
    }

    /** All on one line. */
    static String line(SubscriptionGroupConfig config) {
        StringBuilder line = new StringBuilder("SubscriptionGroupConfig{");
        settings(config).forEach((name, value) -> line.append(line.charAt(line.length() - 1) == '{' ? "" : ", ")
                .append(name)
                .append('=')
                .append(value));
        return line.append('}').toString();
    }

    private static String text(Object value) {
        return value == null || value instanceof String || value instanceof Number || value instanceof Boolean
                ? String.valueOf(value)
                : new String(Json.encodeStrict(value), StandardCharsets.UTF_8);
    }
}
