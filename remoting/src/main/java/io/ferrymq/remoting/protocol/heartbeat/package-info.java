/** What clients tell brokers of themselves. */
package io.ferrymq.remoting.protocol.heartbeat;
