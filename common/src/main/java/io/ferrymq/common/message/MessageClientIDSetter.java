package io.ferrymq.common.message;

import io.ferrymq.common.Clock;
import io.ferrymq.common.net.LocalAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Date;
import java.util.HexFormat;

/** Gives messages their unique id and reads what such an id says. */
public final class MessageClientIDSetter {
    private static final int IPV4_ID_BYTES = 16;
    private static final int IPV6_ID_BYTES = 28;
    private static final int TAIL_BYTES = 12;
    private static final int TIME_FROM_END_BYTES = 6;

    private MessageClientIDSetter() {}

    private static final class Holder {
        // Made at the first id, so that classes that only read ids do not look for network cards.
        static final UniqueIdGenerator GENERATOR = new UniqueIdGenerator(
                Clock.system(),
                ZoneId.systemDefault(),
                LocalAddress.choose().getAddress(),
                ProcessHandle.current().pid(),
                new SecureRandom().nextInt());
    }

    public static String createUniqID() {
        return Holder.GENERATOR.next();
    }

    /** Gives the message an id unless it has one. */
    public static void setUniqID(Message message) {
        if (message.getProperty(MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX) == null) {
            message.putProperty(MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX, createUniqID());
        }
    }

    /** The message's unique id, or null. */
    public static String getUniqID(Message message) {
        return message.getProperty(MessageConst.PROPERTY_UNIQ_CLIENT_MESSAGE_ID_KEYIDX);
    }

    /** When the id was made, if that was less than a month ago; ids do not say of which month they are. */
    @SuppressWarnings("JavaUtilDate") // the type of the public API
    public static Date getNearlyTimeFromID(String uniqueId) {
        byte[] id = decode(uniqueId);
        int msOfMonth = ByteBuffer.wrap(id).getInt(id.length - TIME_FROM_END_BYTES);
        return new Date(UniqueIdGenerator.timeOf(msOfMonth, Clock.system().nowMs(), ZoneId.systemDefault()));
    }

    /** The address of the machine that made the id: 4 or 16 bytes. */
    public static byte[] getIPFromID(String uniqueId) {
        byte[] id = decode(uniqueId);
        return Arrays.copyOf(id, id.length - TAIL_BYTES);
    }

    /** The address of the machine that made the id. */
    public static String getIPStrFromID(String uniqueId) {
        try {
            return InetAddress.getByAddress(getIPFromID(uniqueId)).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("no address in message id '" + uniqueId + "'", e);
        }
    }

    /** The low 16 bits of the process that made the id. */
    public static int getPidFromID(String uniqueId) {
        byte[] id = decode(uniqueId);
        return Short.toUnsignedInt(ByteBuffer.wrap(id).getShort(id.length - TAIL_BYTES));
    }

    private static byte[] decode(String uniqueId) {
        int length = uniqueId.length();
        if (length != 2 * IPV4_ID_BYTES && length != 2 * IPV6_ID_BYTES) {
            throw new IllegalArgumentException(
                    "message id '" + uniqueId + "' has " + length + " characters, unique ids have 32 or 56");
        }
        return HexFormat.of().parseHex(uniqueId);
    }
}
