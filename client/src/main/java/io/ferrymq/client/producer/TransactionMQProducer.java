package io.ferrymq.client.producer;

import io.ferrymq.client.exception.MQClientException;
import io.ferrymq.client.impl.producer.TransactionChecks;
import io.ferrymq.common.message.Message;
import io.ferrymq.common.message.MessageExt;
import io.ferrymq.remoting.RPCHook;
import java.util.List;
import java.util.concurrent.ExecutorService;

/**
 * Sends messages that consumers get if and only if a local transaction commits. A broker that was not told how one ended asks any member of the
 * producer group: its members must be able to judge each other's transactions.
 */
@SuppressWarnings("deprecation") // The older listener stays what it is: the public API.
public class TransactionMQProducer extends DefaultMQProducer {
    private TransactionListener transactionListener;
    private TransactionCheckListener transactionCheckListener;
    private ExecutorService executorService;
    private int checkThreadPoolMinSize = 1;
    private int checkThreadPoolMaxSize = 1;
    private int checkRequestHoldMax = 2_000;

    public TransactionMQProducer() {}

    public TransactionMQProducer(String producerGroup) {
        super(producerGroup);
    }

    public TransactionMQProducer(String producerGroup, List<String> topics) {
        this(producerGroup, null, topics);
    }

    public TransactionMQProducer(String producerGroup, RPCHook rpcHook) {
        super(producerGroup, rpcHook);
    }

    public TransactionMQProducer(String producerGroup, RPCHook rpcHook, List<String> topics) {
        super(producerGroup, rpcHook, topics);
    }

    public TransactionMQProducer(
            String producerGroup, RPCHook rpcHook, boolean enableMsgTrace, String customizedTraceTopic) {
        super(producerGroup, rpcHook, enableMsgTrace, customizedTraceTopic);
    }

    @Deprecated
    public TransactionMQProducer(String namespace, String producerGroup) {
        super(namespace, producerGroup);
    }

    @Deprecated
    public TransactionMQProducer(String namespace, String producerGroup, RPCHook rpcHook) {
        super(namespace, producerGroup, rpcHook);
    }

    @Deprecated
    public TransactionMQProducer(
            String namespace,
            String producerGroup,
            RPCHook rpcHook,
            boolean enableMsgTrace,
            String customizedTraceTopic) {
        super(namespace, producerGroup, rpcHook, enableMsgTrace, customizedTraceTopic);
    }

    @Override
    public void start() throws MQClientException {
        getDefaultMQProducerImpl()
                .answerChecksWith(new TransactionChecks(
                        this::check,
                        executorService,
                        checkThreadPoolMinSize,
                        checkThreadPoolMaxSize,
                        checkRequestHoldMax));
        super.start();
    }

    private LocalTransactionState check(MessageExt message) {
        TransactionCheckListener old = transactionCheckListener;
        if (old != null) {
            return old.checkLocalTransactionState(message);
        }
        TransactionListener listener = transactionListener;
        return listener == null ? null : listener.checkLocalTransaction(message);
    }

    /**
     * Stores the message unseen, runs {@link TransactionListener#executeLocalTransaction}, and tells the broker how it ended. A message that was
     * stored less safely than wanted is rolled back without running the local part; a delay level is dropped.
     *
     * @throws MQClientException when there is no listener or the message could not be stored: then the local part did not run
     */
    @Override
    public TransactionSendResult sendMessageInTransaction(Message msg, Object arg) throws MQClientException {
        return getDefaultMQProducerImpl().sendMessageInTransaction(msg, transactionListener, arg);
    }

    public TransactionListener getTransactionListener() {
        return transactionListener;
    }

    public void setTransactionListener(TransactionListener transactionListener) {
        this.transactionListener = transactionListener;
    }

    @Deprecated
    public TransactionCheckListener getTransactionCheckListener() {
        return transactionCheckListener;
    }

    /** Asked instead of the {@link TransactionListener} when set. */
    @Deprecated
    public void setTransactionCheckListener(TransactionCheckListener transactionCheckListener) {
        this.transactionCheckListener = transactionCheckListener;
    }

    public ExecutorService getExecutorService() {
        return executorService;
    }

    /** Where brokers' questions are answered; null for a pool of the producer's own. Not ended by {@link #shutdown()}. */
    public void setExecutorService(ExecutorService executorService) {
        this.executorService = executorService;
    }

    public int getCheckThreadPoolMinSize() {
        return checkThreadPoolMinSize;
    }

    /** Threads of the producer's own pool, at least 1. */
    public void setCheckThreadPoolMinSize(int checkThreadPoolMinSize) {
        this.checkThreadPoolMinSize = checkThreadPoolMinSize;
    }

    public int getCheckThreadPoolMaxSize() {
        return checkThreadPoolMaxSize;
    }

    public void setCheckThreadPoolMaxSize(int checkThreadPoolMaxSize) {
        this.checkThreadPoolMaxSize = checkThreadPoolMaxSize;
    }

    public int getCheckRequestHoldMax() {
        return checkRequestHoldMax;
    }

    /** Questions that may wait for a thread of the own pool; brokers ask again later about those that find no room. */
    public void setCheckRequestHoldMax(int checkRequestHoldMax) {
        this.checkRequestHoldMax = checkRequestHoldMax;
    }
}
