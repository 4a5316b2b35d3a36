/**
 * A disk that forgets: a file system for tests through which the store runs as on any other, and which can say at each moment how the files could look after
 * a loss of power.
 */
package io.ferrymq.store.testing.disk;
