package io.ferrymq.common;

/** Whether a topic's messages carry one tag or several. Only the first is in real use; the name is stored in topic files. */
public enum TopicFilterType {
    SINGLE_TAG,
    MULTI_TAG
}
