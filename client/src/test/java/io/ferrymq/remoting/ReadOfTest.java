package io.ferrymq.remoting;

/** A read of the thread that runs a test. */
public final class ReadOfTest {
    private ReadOfTest() {}

    public static void during(Runnable frames) {
        AfterRead.ofThisThread().begin();
        try {
            frames.run();
        } finally {
            AfterRead.ofThisThread().end();
        }
    }
}
