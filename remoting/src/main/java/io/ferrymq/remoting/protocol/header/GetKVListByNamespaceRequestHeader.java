package io.ferrymq.remoting.protocol.header;

/** {@code GET_KVLIST_BY_NAMESPACE} (219). */
public record GetKVListByNamespaceRequestHeader(String namespace) {}
