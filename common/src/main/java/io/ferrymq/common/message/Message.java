package io.ferrymq.common.message;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** What a producer sends: a topic, a body, and properties, of which tags, keys, delay and others have methods of their own. */
public class Message implements Serializable {
    private static final long serialVersionUID = 8445773977080406428L;

    private String topic;
    private int flag;
    private Map<String, String> properties;
    /** Holds the properties instead, while it is there. */
    private transient LazyProperties unread;

    private byte[] body;
    private String transactionId;

    public Message() {}

    public Message(String topic, byte[] body) {
        this(topic, "", "", 0, body, true);
    }

    public Message(String topic, String tags, byte[] body) {
        this(topic, tags, "", 0, body, true);
    }

    public Message(String topic, String tags, String keys, byte[] body) {
        this(topic, tags, keys, 0, body, true);
    }

    public Message(String topic, String tags, String keys, int flag, byte[] body, boolean waitStoreMsgOK) {
        this.topic = topic;
        this.flag = flag;
        this.body = body;
        if (tags != null && !tags.isEmpty()) {
            put(MessageConst.PROPERTY_TAGS, tags);
        }
        if (keys != null && !keys.isEmpty()) {
            put(MessageConst.PROPERTY_KEYS, keys);
        }
        put(MessageConst.PROPERTY_WAIT_STORE_MSG_OK, Boolean.toString(waitStoreMsgOK));
    }

    private void put(String name, String value) {
        if (unread != null) {
            unread.put(name, value);
            return;
        }
        if (properties == null) {
            properties = new HashMap<>();
        }
        properties.put(name, value);
    }

    void putProperty(String name, String value) {
        put(name, value);
    }

    void clearProperty(String name) {
        Map<String, String> all = getProperties();
        if (all != null) {
            all.remove(name);
        }
    }

    /** Properties as they were read; nobody else has them yet. */
    void setProperties(LazyProperties read) {
        unread = read;
    }

    /** Puts what many messages have in common: name, value, name, value …; the array must not change any more. */
    void putShared(String[] pairs) {
        if (unread != null) {
            unread.share(pairs);
        } else {
            for (int i = 0; i < pairs.length; i += 2) {
                put(pairs[i], pairs[i + 1]);
            }
        }
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        properties = getProperties();
        out.defaultWriteObject();
    }

    /**
     * Sets a property of the application's own.
     *
     * @throws RuntimeException if the name is one of {@link MessageConst#STRING_HASH_SET}
     * @throws IllegalArgumentException if name or value is null or blank
     */
    public void putUserProperty(String name, String value) {
        if (name != null && MessageConst.STRING_HASH_SET.contains(name)) {
            throw new RuntimeException("the property name '" + name + "' is reserved, choose another one");
        }
        if (name == null || name.isBlank() || value == null || value.isBlank()) {
            throw new IllegalArgumentException(
                    "name and value of a property must not be null or blank, found '" + name + "' = '" + value + "'");
        }
        put(name, value);
    }

    public String getUserProperty(String name) {
        return getProperty(name);
    }

    public String getProperty(String name) {
        if (unread != null) {
            return unread.get(name);
        }
        return properties == null ? null : properties.get(name);
    }

    public boolean hasProperty(String name) {
        if (unread != null) {
            return unread.has(name);
        }
        return properties != null && properties.containsKey(name);
    }

    public String getTopic() {
        return topic;
    }

    public void setTopic(String topic) {
        this.topic = topic;
    }

    public String getTags() {
        return getProperty(MessageConst.PROPERTY_TAGS);
    }

    public void setTags(String tags) {
        put(MessageConst.PROPERTY_TAGS, tags);
    }

    public String getKeys() {
        return getProperty(MessageConst.PROPERTY_KEYS);
    }

    public void setKeys(String keys) {
        put(MessageConst.PROPERTY_KEYS, keys);
    }

    /** Several keys; each is found on its own, so none should contain a blank. */
    public void setKeys(Collection<String> keyCollection) {
        setKeys(String.join(MessageConst.KEY_SEPARATOR, keyCollection));
    }

    /** The delay level, 0 when none is set. */
    public int getDelayTimeLevel() {
        return (int) number(MessageConst.PROPERTY_DELAY_TIME_LEVEL);
    }

    public void setDelayTimeLevel(int level) {
        put(MessageConst.PROPERTY_DELAY_TIME_LEVEL, Integer.toString(level));
    }

    /** From 0, the least, on; -1 for none. */
    public int getPriority() {
        String text = getProperty(MessageConst.PROPERTY_PRIORITY);
        return text == null ? -1 : Integer.parseInt(text);
    }

    public void setPriority(int priority) {
        putProperty(MessageConst.PROPERTY_PRIORITY, Integer.toString(priority));
    }

    public void setDelayTimeSec(long sec) {
        put(MessageConst.PROPERTY_TIMER_DELAY_SEC, Long.toString(sec));
    }

    public long getDelayTimeSec() {
        return number(MessageConst.PROPERTY_TIMER_DELAY_SEC);
    }

    public void setDelayTimeMs(long timeMs) {
        put(MessageConst.PROPERTY_TIMER_DELAY_MS, Long.toString(timeMs));
    }

    public long getDelayTimeMs() {
        return number(MessageConst.PROPERTY_TIMER_DELAY_MS);
    }

    public void setDeliverTimeMs(long timeMs) {
        put(MessageConst.PROPERTY_TIMER_DELIVER_MS, Long.toString(timeMs));
    }

    public long getDeliverTimeMs() {
        return number(MessageConst.PROPERTY_TIMER_DELIVER_MS);
    }

    private long number(String name) {
        String text = getProperty(name);
        return text == null ? 0 : Long.parseLong(text);
    }

    /** Whether the answer waits for flush and replication as the broker is configured; true unless switched off. */
    public boolean isWaitStoreMsgOK() {
        String text = getProperty(MessageConst.PROPERTY_WAIT_STORE_MSG_OK);
        return text == null || Boolean.parseBoolean(text);
    }

    public void setWaitStoreMsgOK(boolean waitStoreMsgOK) {
        put(MessageConst.PROPERTY_WAIT_STORE_MSG_OK, Boolean.toString(waitStoreMsgOK));
    }

    public void setInstanceId(String instanceId) {
        put(MessageConst.PROPERTY_INSTANCE_ID, instanceId);
    }

    public int getFlag() {
        return flag;
    }

    public void setFlag(int flag) {
        this.flag = flag;
    }

    public byte[] getBody() {
        return body;
    }

    public void setBody(byte[] body) {
        this.body = body;
    }

    /** The live map of all properties, null when there are none. */
    public Map<String, String> getProperties() {
        return unread == null ? properties : unread.map();
    }

    void setProperties(Map<String, String> properties) {
        this.unread = null;
        this.properties = properties;
    }

    public String getBuyerId() {
        return getProperty(MessageConst.PROPERTY_BUYER_ID);
    }

    public void setBuyerId(String buyerId) {
        put(MessageConst.PROPERTY_BUYER_ID, buyerId);
    }

    public String getTransactionId() {
        return transactionId;
    }

    public void setTransactionId(String transactionId) {
        this.transactionId = transactionId;
    }

    /** Without the body, whose bytes would drown a log line: its length says enough. */
    @Override
    public String toString() {
        return "Message{topic='" + topic + "', flag=" + flag + ", properties=" + getProperties() + ", bodyLength="
                + (body == null ? "null" : Integer.toString(body.length)) + ", transactionId='" + transactionId + "'}";
    }
}
