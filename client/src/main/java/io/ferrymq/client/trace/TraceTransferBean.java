package io.ferrymq.client.trace;

import java.util.HashSet;
import java.util.Set;

/** A trace as it is sent. */
public class TraceTransferBean {
    private String transData;
    private Set<String> transKey = new HashSet<>();

    /** The records. */
    public String getTransData() {
        return transData;
    }

    public void setTransData(String transData) {
        this.transData = transData;
    }

    /** What it can be found by: ids and keys of the messages. */
    public Set<String> getTransKey() {
        return transKey;
    }

    public void setTransKey(Set<String> transKey) {
        this.transKey = transKey;
    }
}
