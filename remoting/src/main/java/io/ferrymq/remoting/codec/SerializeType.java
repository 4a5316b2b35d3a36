package io.ferrymq.remoting.codec;

/** The two header forms (spec: remoting 1.1). */
public enum SerializeType {
    JSON(0),
    ROCKETMQ(1);

    private final int code;

    SerializeType(int code) {
        this.code = code;
    }

    /** The marker's top byte. */
    int code() {
        return code;
    }
}
