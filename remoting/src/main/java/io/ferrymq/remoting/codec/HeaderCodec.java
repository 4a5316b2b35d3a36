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
}
