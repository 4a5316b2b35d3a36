package io.ferrymq.acl.common;

import io.ferrymq.remoting.protocol.RemotingCommand;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;

/** What of a request is signed. */
public final class AclUtils {
    private AclUtils() {}

    /** The values of all fields but the signature, in the order of their names, and the body behind them. */
    public static byte[] combineRequestContent(RemotingCommand request, SortedMap<String, String> fieldsMap) {
        StringBuilder values = new StringBuilder();
        for (Map.Entry<String, String> field : fieldsMap.entrySet()) {
            if (!field.getKey().equals(SessionCredentials.SIGNATURE)) {
                values.append(field.getValue());
            }
        }
        return combineBytes(values.toString().getBytes(StandardCharsets.UTF_8), request.getBody());
    }

    /** Both, one behind the other; either may be null. */
    public static byte[] combineBytes(byte[] b1, byte[] b2) {
        int firstBytes = b1 == null ? 0 : b1.length;
        int secondBytes = b2 == null ? 0 : b2.length;
        byte[] both = new byte[firstBytes + secondBytes];
        if (firstBytes > 0) {
            System.arraycopy(b1, 0, both, 0, firstBytes);
        }
        if (secondBytes > 0) {
            System.arraycopy(b2, 0, both, firstBytes, secondBytes);
        }
        return both;
    }

    public static String calSignature(byte[] data, String secretKey) {
        return AclSigner.calSignature(data, secretKey);
    }
}
