package io.ferrymq.broker.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.common.message.MessageQueue;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class QueueLocksTest {
    private static final MessageQueue QUEUE = new MessageQueue("T", "b", 0);
    private static final MessageQueue OTHER = new MessageQueue("T", "b", 1);

    private final QueueLocks locks = new QueueLocks();

    @Test
    void shouldGiveAQueueToTheFirstAndKeepItThere() {
        assertThat(locks.lock("G", "c1", Set.of(QUEUE), 0)).containsExactly(QUEUE);
        assertThat(locks.lock("G", "c2", Set.of(QUEUE, OTHER), 1)).containsExactly(OTHER);
        assertThat(locks.lock("G2", "c2", Set.of(QUEUE), 1)).containsExactly(QUEUE);
    }

    @Test
    void shouldFreeALockThatNobodyTookAgain() {
        locks.lock("G", "c1", Set.of(QUEUE), 0);
        assertThat(locks.lock("G", "c2", Set.of(QUEUE), QueueLocks.LOCK_MAX_MS)).isEmpty();
        assertThat(locks.hasLock("G", QueueLocks.LOCK_MAX_MS)).isTrue();
        assertThat(locks.hasLock("G", QueueLocks.LOCK_MAX_MS + 1)).isFalse();
        assertThat(locks.lock("G", "c2", Set.of(QUEUE), QueueLocks.LOCK_MAX_MS + 1))
                .containsExactly(QUEUE);
    }

    @Test
    void shouldKeepALockThatIsTakenAgain() {
        locks.lock("G", "c1", Set.of(QUEUE), 0);
        locks.lock("G", "c1", Set.of(QUEUE), 50_000);
        assertThat(locks.lock("G", "c2", Set.of(QUEUE), 100_000)).isEmpty();
    }

    @Test
    void shouldUnlockForItsOwnerOnly() {
        locks.lock("G", "c1", Set.of(QUEUE), 0);
        locks.unlock("G", "c2", Set.of(QUEUE));
        assertThat(locks.hasLock("G", 1)).isTrue();
        locks.unlock("G", "c1", Set.of(QUEUE));
        assertThat(locks.hasLock("G", 1)).isFalse();
    }

    @Test
    @DisplayName("UP-100: the locks of a process that has died are free a moment later")
    void up100_shouldFreeLocksSoonAfterTheirConnection() {
        Object connection = new Object();
        locks.lock("G", "c1", Set.of(QUEUE), 0, connection, true);
        locks.lock("G", "c1", Set.of(OTHER), 0);
        locks.left(connection, 1_000);
        long freeMs = 1_001 + QueueLocks.LEFT_MAX_MS;

        assertThat(locks.lock("G", "c2", Set.of(QUEUE, OTHER), freeMs - 1)).isEmpty();
        assertThat(locks.lock("G", "c2", Set.of(QUEUE, OTHER), freeMs)).containsExactly(QUEUE);
    }

    @Test
    void shouldKeepLocksThatAreTakenAgainOnTheNextConnection() {
        Object connection = new Object();
        Object next = new Object();
        locks.lock("G", "c1", Set.of(QUEUE), 0, connection, true);
        locks.left(connection, 1_000);
        assertThat(locks.lock("G", "c1", Set.of(QUEUE), 2_000, next, true)).containsExactly(QUEUE);
        locks.left(connection, 2_500);

        assertThat(locks.lock("G", "c2", Set.of(QUEUE), 10_000)).isEmpty();
    }

    @Test
    @DisplayName(
            "A published client that is cut off consumes for up to 30 s more; its locks are free after that, not after"
                    + " 60")
    void shouldFreeLocksOfPublishedClientsWhenThoseBelieveInThemNoMore() {
        Object connection = new Object();
        locks.lock("G", "c1", Set.of(QUEUE), 1_000, connection, false);
        locks.left(connection, 5_000);
        long freeMs = 1_001 + QueueLocks.BELIEVED_MS;

        assertThat(locks.lock("G", "c2", Set.of(QUEUE), freeMs - 1)).isEmpty();
        assertThat(locks.lock("G", "c2", Set.of(QUEUE), freeMs)).containsExactly(QUEUE);
    }

    @Test
    void shouldFreeTheLocksOfAMemberThatLeavesOnPurpose() {
        Object connection = new Object();
        Object another = new Object();
        locks.lock("G", "c1", Set.of(QUEUE), 0, connection, false);
        locks.lock("G", "c2", Set.of(OTHER), 0, another, false);
        locks.lock("G2", "c1", Set.of(QUEUE), 0, connection, false);
        locks.leave("G", connection);

        assertThat(locks.lock("G", "c3", Set.of(QUEUE, OTHER), 1)).containsExactly(QUEUE);
        assertThat(locks.lock("G2", "c3", Set.of(QUEUE), 1)).isEmpty();
    }

    @Test
    void shouldForgetGroupsThatAreGone() {
        locks.lock("G", "c1", Set.of(QUEUE), 0);
        locks.expire(QueueLocks.LOCK_MAX_MS + 1);
        assertThat(locks.hasLock("G", 0)).isFalse();
    }
}
