package io.ferrymq.acl.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ferrymq.remoting.protocol.RemotingCommand;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AclClientRPCHookTest {
    private static RemotingCommand request() {
        return RemotingCommand.request(
                310, Map.of("topic", "T1", "b", "x", "queueId", "0"), "body".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldSignTheValuesInTheOrderOfTheirNamesAndTheBody() {
        RemotingCommand request = request();
        new AclClientRPCHook(new SessionCredentials("ak", "12345678")).doBeforeRequest("127.0.0.1:1", request);
        assertThat(request.getExtFields())
                .containsEntry("AccessKey", "ak")
                .containsEntry("Signature", "XRM/i7X8GnYgdzRMUnEqUr1av34=")
                .doesNotContainKey("SecurityToken");
    }

    @Test
    void shouldSignTheTokenLikeAnyOtherField() {
        RemotingCommand request = request();
        new AclClientRPCHook(new SessionCredentials("ak", "12345678", "token")).doBeforeRequest("127.0.0.1:1", request);
        assertThat(request.getExtFields())
                .containsEntry("SecurityToken", "token")
                .containsEntry("Signature", AclSigner.calSignature("aktokenx0T1body", "12345678"));
        assertThat(AclUtils.combineRequestContent(request, new TreeMap<>(request.getExtFields())))
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("aktokenx0T1body");
    }

    @Test
    void shouldTakeKeysFromProperties() {
        SessionCredentials credentials = new SessionCredentials("old", "older");
        Properties keys = new Properties();
        keys.setProperty("AccessKey", " ak ");
        keys.setProperty("SecretKey", "sk");
        credentials.updateContent(keys);
        assertThat(credentials)
                .isEqualTo(new SessionCredentials("ak", "sk"))
                .hasSameHashCodeAs(new SessionCredentials("ak", "sk"));
        assertThat(credentials.toString()).doesNotContain("sk");
    }

    @Test
    void shouldSayThatNothingCanBeSignedWithoutAKey() {
        assertThatThrownBy(() -> AclSigner.calSignature("data", ""))
                .isInstanceOf(AclException.class)
                .hasMessageContaining("HmacSHA1");
    }
}
