package io.ferrymq.namesrv.route;

/**
 * Limits and choices for registrations.
 *
 * @param brokersMax broker names in the table
 * @param topicsMax topics in the table
 * @param removeMissingTopics whether a topic that a whole registration no longer has is removed
 */
public record RouteRules(int brokersMax, int topicsMax, boolean removeMissingTopics) {
    /** Longest cluster, broker and topic name and address. */
    static final int NAME_MAX_CHARS = 1024;

    /** Processes behind one broker name. */
    static final int MEMBERS_MAX = 128;
}
