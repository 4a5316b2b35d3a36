package io.ferrymq.broker.follow;

/**
 * One kind of state that a slave takes over from its master (spec: storage 9.9). It is asked for and checked as a whole before anything is
 * changed; what is applied is in force at once and on disk soon.
 *
 * @param <T> everything of this kind, as the master has it
 */
public interface ReplicatedState<T> {
    /** What it is, for the log. */
    String name();

    /**
     * Asks the master for all of it. Changes nothing here.
     *
     * @throws CopyException when the answer is no success, not readable, or not everything
     */
    T fetch(MasterLine master) throws CopyException, InterruptedException;

    /**
     * Takes it over.
     *
     * @throws CopyException when the master had to be told something and did not take it
     */
    void apply(T fetched, MasterLine master) throws CopyException, InterruptedException;
}
