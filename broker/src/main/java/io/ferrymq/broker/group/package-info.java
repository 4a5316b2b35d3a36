/** Consumer groups: their table, its file, the built-in ones, and the requests that change them. */
package io.ferrymq.broker.group;
