/** The commit log: one endless sequence of records over files of equal size. */
package io.ferrymq.store.log;
