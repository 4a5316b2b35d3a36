package io.ferrymq.store;

/** What became of an append: stored, or refused with nothing stored. */
public sealed interface AppendResult {

    /**
     * Stored in the log (in memory of the operating system: it survives the process, see
     * {@link MessageStore#whenDurable} for the machine).
     *
     * @param physicalOffset address of the (first) record
     * @param queueOffset the (first) message's number in its queue; 0 for prepared and rolled back messages, which are in no queue
     * @param sizeBytes length of the record, of all records of a batch
     * @param logEndOffset end of the log behind it: what to hand to {@code whenDurable}
     * @param physicalOffsets address of each record of a batch; null for a single message
     */
    record Appended(
            long physicalOffset,
            long queueOffset,
            int sizeBytes,
            long logEndOffset,
            long storeTimestampMs,
            long[] physicalOffsets)
            implements AppendResult {
        /** How many messages were stored. */
        public int count() {
            return physicalOffsets == null ? 1 : physicalOffsets.length;
        }
    }

    /**
     * Nothing was stored.
     *
     * @param text one sentence with the value found, the limit and the key that changes it
     * @param found the value that was too much, 0 where there is none
     * @param limit the limit it was compared with, 0 where there is none
     */
    record Refused(Refusal reason, String text, long found, long limit) implements AppendResult {
        public static Refused of(Refusal reason, String text) {
            return new Refused(reason, text, 0, 0);
        }
    }

    /** Why a message was not stored. */
    enum Refusal {
        /** Body longer than {@code maxMessageSize}, or the record longer than that allows, or longer than a log file. */
        MESSAGE_TOO_LARGE,
        /** Properties longer than a record's 16 bit length field can say. */
        PROPERTIES_TOO_LARGE,
        TOPIC_TOO_LONG,
        QUEUE_ID_ILLEGAL,
        /** The batch body does not consist of whole units, or asks for what batches cannot do. */
        BATCH_ILLEGAL,
        /** No space for it on the disk, or the limit of disk use is passed. Ends by itself. */
        DISK_FULL,
        /** Another append has held the log for too long: the disk is slow. Ends by itself. */
        BUSY,
        /** A write to the disk failed: the store takes nothing until it was started anew. */
        NOT_WRITABLE,
        SHUTTING_DOWN
    }
}
