package io.ferrymq.distribution.admin.topic;

import io.ferrymq.distribution.admin.Admin;
import io.ferrymq.distribution.admin.CommandFailed;
import io.ferrymq.remoting.Reply;
import io.ferrymq.remoting.Request;
import io.ferrymq.remoting.protocol.Json;
import io.ferrymq.remoting.protocol.RequestCode;
import io.ferrymq.remoting.protocol.ResponseCode;
import io.ferrymq.remoting.protocol.body.BrokerStatsData;
import io.ferrymq.remoting.protocol.header.ViewBrokerStatsDataRequestHeader;

/** Messages over the last minute and day, one broker or several together. */
record TopicRates(double perSecond, long perDay) {
    static final TopicRates NONE = new TopicRates(0, 0);

    /** What one broker has counted; it answers an error for what it has not counted yet. */
    static TopicRates at(Admin admin, String address, String item, String key)
            throws CommandFailed, InterruptedException {
        Request<?> request =
                Request.of(RequestCode.VIEW_BROKER_STATS_DATA, new ViewBrokerStatsDataRequestHeader(item, key));
        Reply reply = admin.ask(address, request);
        if (reply.code() == ResponseCode.SYSTEM_ERROR) {
            return NONE;
        }
        if (!reply.isSuccess()) {
            throw Admin.refused(reply, address, request);
        }
        BrokerStatsData data = Json.decode(reply.body(), BrokerStatsData.class);
        return new TopicRates(
                data.statsMinute() == null ? 0 : data.statsMinute().tps(),
                data.statsDay() == null ? 0 : data.statsDay().sum());
    }

    TopicRates plus(TopicRates other) {
        return new TopicRates(perSecond + other.perSecond, perDay + other.perDay);
    }
}
