package io.ferrymq.client.impl.factory;

import io.ferrymq.client.common.ClientErrorCode;
import io.ferrymq.client.exception.MQClientException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A web server that knows the nameservers: its answer's first line lists them (RocketMQ client facts, section name server address forms). Asked
 * only when no address is configured and the system property {@code rocketmq.namesrv.domain} names it.
 *
 * @param url of the list
 */
record AddressServer(URL url) {
    static final long FIRST_POLL_MS = 10_000;
    static final long POLL_INTERVAL_MS = 120_000;

    private static final String DOMAIN = "rocketmq.namesrv.domain";
    private static final String SUBGROUP = "rocketmq.namesrv.domain.subgroup";
    private static final int DEFAULT_PORT = 8080;
    private static final int TIMEOUT_MS = 3_000;

    /**
     * @param unitName null or blank for none
     * @return null when none is configured
     */
    static AddressServer configured(String unitName) throws MQClientException {
        String domain = System.getProperty(DOMAIN);
        if (domain == null || domain.isBlank()) {
            return null;
        }
        String host = domain.contains(":") ? domain : domain + ":" + DEFAULT_PORT;
        String unit = unitName == null || unitName.isBlank() ? "" : "-" + unitName + "?nofix=1";
        String text = "http://" + host + "/rocketmq/" + System.getProperty(SUBGROUP, "nsaddr") + unit;
        try {
            return new AddressServer(URI.create(text).toURL());
        } catch (IOException | IllegalArgumentException e) {
            throw new MQClientException(
                    ClientErrorCode.NO_NAME_SERVER_EXCEPTION,
                    "system property " + DOMAIN + " is '" + domain + "', which gives no address to ask: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Asks for the list; blocks for some seconds at most. */
    List<String> ask() throws MQClientException {
        try {
            HttpURLConnection connection = (HttpURLConnection) url.openConnection();
            connection.setConnectTimeout(TIMEOUT_MS);
            connection.setReadTimeout(TIMEOUT_MS);
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException("status " + connection.getResponseCode());
            }
            try (BufferedReader answer =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
                return ClientSettings.parseNameServers(answer.readLine());
            }
        } catch (IOException e) {
            throw new MQClientException(
                    ClientErrorCode.NO_NAME_SERVER_EXCEPTION,
                    "No name server address: " + url + " (system property " + DOMAIN + ") was asked and failed: "
                            + e.getMessage(),
                    e);
        }
    }
}
