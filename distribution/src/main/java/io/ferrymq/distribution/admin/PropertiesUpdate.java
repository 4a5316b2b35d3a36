package io.ferrymq.distribution.admin;

import io.ferrymq.common.config.PropertiesText;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The settings of one server: read, and changed one at a time with a look back, because RocketMQ's servers answer success to keys that they
 * do not know.
 *
 * @param getCode asks the server for its settings
 * @param updateCode changes them
 */
public record PropertiesUpdate(Admin admin, String address, int getCode, int updateCode) {
    /** All settings of the server, sorted by key. */
    public Map<String, String> read() throws CommandFailed, InterruptedException {
        Reply reply = admin.call(address, Request.of(getCode));
        return new TreeMap<>(PropertiesText.parse(new String(reply.body(), StandardCharsets.UTF_8))
                .toMap());
    }

    /**
     * Changes one setting.
     *
     * @return what the server says of it, empty when it says nothing
     * @throws CommandFailed when it refused, or when its settings do not show the change
     */
    public Optional<String> change(String key, String value) throws CommandFailed, InterruptedException {
        String before = read().get(key);
        byte[] body = (PropertiesText.format(key, value) + "\n").getBytes(StandardCharsets.UTF_8);
        String remark = admin.call(address, Request.of(updateCode, body)).remark();
        String after = read().get(key);
        if (after == null) {
            throw new CommandFailed(address + " does not know the key '" + key + "': nothing was changed");
        }
        // Servers may write a value in another way than it was given (010, TRUE): a change is seen, too, when it is
        // one.
        if (!after.equalsIgnoreCase(value) && after.equals(before)) {
            throw new CommandFailed(address + " still has " + key + "=" + after + " after a change to '" + value + "'"
                    + reason(remark));
        }
        return Optional.ofNullable(remark).filter(text -> !text.isBlank());
    }

    private static String reason(String remark) {
        return remark == null || remark.isBlank() ? "" : ": " + remark;
    }
}
