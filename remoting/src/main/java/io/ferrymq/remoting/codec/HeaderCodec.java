package io.ferrymq.remoting.codec;

/**
 * Turns the header fields of one command into its record and back.
 *
 * @param <H> the record of the command
 */
public interface HeaderCodec<H> {
    /**
     * @param fields positioned before the first field; valid only during the call
     * @throws HeaderException when a required field is missing or a value is not of its type
     */
    H decode(HeaderFields fields);

    void encode(H header, FieldWriter out);

    /**
     * Whether requests of this kind come so often that they take the binary form as soon as the peer is known to read it, unless a form is
     * configured. Only for headers whose meaning does not hang on empty values, which that form cannot carry (spec: remoting 1.3).
     */
    default boolean prefersBinary() {
        return false;
    }
}
