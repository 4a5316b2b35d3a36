package io.ferrymq.remoting.codec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The name of a header field on the wire where it is no good Java name: {@code MSG_REGION}, {@code __ZONE_NAME}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ExtName {
    String value();
}
