package io.ferrymq.remoting.protocol;

import io.ferrymq.common.MixAll;
import io.ferrymq.common.topic.TopicValidator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Topics and groups of a namespace: {@code namespace%name}, with the marks of retry and dead letter topics in front of both. System topics
 * and predefined groups belong to no namespace.
 */
public final class NamespaceUtil {
    public static final char NAMESPACE_SEPARATOR = MixAll.NAMESPACE_SEPARATOR;
    public static final String STRING_BLANK = "";
    public static final int RETRY_PREFIX_LENGTH = MixAll.RETRY_GROUP_TOPIC_PREFIX.length();
    public static final int DLQ_PREFIX_LENGTH = MixAll.DLQ_GROUP_TOPIC_PREFIX.length();

    private static final Pattern CLOUD_ENDPOINT = Pattern.compile("^http://(MQ_INST_\\w+_\\w+)\\..*");

    private NamespaceUtil() {}

    /** The name within the namespace; unchanged when it is in it already, is a system name, or there is no namespace. */
    public static String wrapNamespace(String namespace, String resource) {
        if (isBlank(namespace) || isBlank(resource) || isSystem(resource)) {
            return resource;
        }
        String mark = markOf(resource);
        String bare = resource.substring(mark.length());
        String prefix = namespace + MixAll.NAMESPACE_SEPARATOR;
        return bare.startsWith(prefix) ? resource : mark + prefix + bare;
    }

    public static String wrapNamespaceAndRetry(String namespace, String consumerGroup) {
        return isBlank(consumerGroup)
                ? null
                : MixAll.RETRY_GROUP_TOPIC_PREFIX + wrapNamespace(namespace, consumerGroup);
    }

    /** The name without this namespace; unchanged when it belongs to another one or none. */
    public static String withoutNamespace(String resource, String namespace) {
        if (isBlank(namespace) || isBlank(resource)) {
            return resource;
        }
        String mark = markOf(resource);
        String prefix = mark + namespace + MixAll.NAMESPACE_SEPARATOR;
        return resource.startsWith(prefix) ? mark + resource.substring(prefix.length()) : resource;
    }

    /** The name without any namespace. */
    public static String withoutNamespace(String resource) {
        return withoutNamespace(resource, getNamespaceFromResource(resource));
    }

    /** The namespace of a name, empty for none. */
    public static String getNamespaceFromResource(String resource) {
        if (isBlank(resource) || isSystem(resource)) {
            return STRING_BLANK;
        }
        String bare = withOutRetryAndDLQ(resource);
        int end = bare.indexOf(MixAll.NAMESPACE_SEPARATOR);
        return end > 0 ? bare.substring(0, end) : STRING_BLANK;
    }

    public static boolean isAlreadyWithNamespace(String resource, String namespace) {
        return !isBlank(namespace) && !isBlank(resource) && namespace.equals(getNamespaceFromResource(resource));
    }

    public static boolean isRetryTopic(String resource) {
        return MixAll.isRetryTopic(resource);
    }

    public static boolean isDLQTopic(String resource) {
        return MixAll.isDLQTopic(resource);
    }

    /** The name without the mark of retry and dead letter topics; empty for null. */
    public static String withOutRetryAndDLQ(String resource) {
        return resource == null
                ? STRING_BLANK
                : resource.substring(markOf(resource).length());
    }

    /** The namespace that the address of a cloud instance names, or null. */
    public static String namespaceOfEndpoint(String nameServerAddress) {
        if (isBlank(nameServerAddress)) {
            return null;
        }
        Matcher endpoint = CLOUD_ENDPOINT.matcher(nameServerAddress.trim());
        return endpoint.matches() ? endpoint.group(1) : null;
    }

    private static boolean isSystem(String resource) {
        return TopicValidator.isSystemTopic(resource) || MixAll.isPredefinedGroup(resource);
    }

    private static String markOf(String resource) {
        if (MixAll.isRetryTopic(resource)) {
            return MixAll.RETRY_GROUP_TOPIC_PREFIX;
        }
        return MixAll.isDLQTopic(resource) ? MixAll.DLQ_GROUP_TOPIC_PREFIX : "";
    }

    private static boolean isBlank(String text) {
        return text == null || text.isBlank();
    }
}
