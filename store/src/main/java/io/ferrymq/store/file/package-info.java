/** Mapped files with counted users, and disk space that is claimed before it is written to. */
package io.ferrymq.store.file;
