package io.ferrymq.acl.common;

/** Ways to sign, by the names that the JDK has for them. */
public enum SigningAlgorithm {
    HmacSHA1,
    HmacSHA256,
    HmacMD5
}
