package io.ferrymq.remoting.codec;

/** Where a codec puts the header fields of one command. Fields whose value is null are left out. */
public interface FieldWriter {
    void put(FieldName name, String value);

    void put(FieldName name, long value);

    void put(FieldName name, boolean value);

    /** A value that is UTF-8 already, as message properties are. */
    void put(FieldName name, byte[] utf8);
}
