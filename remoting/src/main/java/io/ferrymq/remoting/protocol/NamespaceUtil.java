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
