/** Topics: their table, its file, the built-in ones, automatic creation, and the requests that change them. */
package io.ferrymq.broker.topic;
