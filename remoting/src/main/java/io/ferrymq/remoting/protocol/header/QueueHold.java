package io.ferrymq.remoting.protocol.header;

/**
 * Numbers by which members of a group hand queues over without consuming a message twice: who gives one away says so when its position is
 * written, and who gets it asks until then.
 */
public final class QueueHold {
    /** Wanted: I take the queue if nobody has it, else tell me who has. */
    public static final int ASK = 0;
    /** Wanted: I take the queue, whoever has it. */
    public static final int TAKE = 1;
    /** Wanted: I have written my position and am done with the queue. */
    public static final int LEAVE = 2;

    /** Held: it is the asker's now. */
    public static final int YOURS = 0;
    /** Held: a member that is here has it, and will say when it is done. */
    public static final int ANOTHERS = 1;
    /** Held: nobody knows; a member that is silent or has lost its connection may still be at work there. */
    public static final int UNKNOWN = 2;

    private QueueHold() {}
}
