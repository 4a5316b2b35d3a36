package io.ferrymq.remoting.protocol;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** A request or answer as hooks see it: a bean, because applications' hooks are written against one. */
@SuppressWarnings("NonApiType") // The fields are a HashMap because applications' hooks say so.
public final class RemotingCommand {
    private int code;
    private final LanguageCode language = LanguageCode.JAVA;
    private final int version;
    private String remark;
    private HashMap<String, String> extFields;
    private byte[] body;

    private RemotingCommand(int code, int version, String remark, HashMap<String, String> extFields, byte[] body) {
        this.code = code;
        this.version = version;
        this.remark = remark;
        this.extFields = extFields;
        this.body = body;
    }

    /** A request as it is about to be sent. */
    public static RemotingCommand request(int code, Map<String, String> extFields, byte[] body) {
        return new RemotingCommand(code, ProtocolVersion.CURRENT, null, new LinkedHashMap<>(extFields), body);
    }

    /** An answer as it came. */
    public static RemotingCommand response(
            int code, int version, String remark, Map<String, String> extFields, byte[] body) {
        return new RemotingCommand(code, version, remark, new LinkedHashMap<>(extFields), body);
    }

    public int getCode() {
        return code;
    }

    public void setCode(int code) {
        this.code = code;
    }

    public LanguageCode getLanguage() {
        return language;
    }

    public int getVersion() {
        return version;
    }

    public String getRemark() {
        return remark;
    }

    public void setRemark(String remark) {
        this.remark = remark;
    }

    /** The header fields, changeable. */
    public HashMap<String, String> getExtFields() {
        return extFields;
    }

    public void setExtFields(HashMap<String, String> extFields) {
        this.extFields = extFields;
    }

    public void addExtField(String key, String value) {
        extFields.put(key, value);
    }

    public void addExtFieldIfNotExist(String key, String value) {
        extFields.putIfAbsent(key, value);
    }

    public byte[] getBody() {
        return body;
    }

    public void setBody(byte[] body) {
        this.body = body;
    }
}
