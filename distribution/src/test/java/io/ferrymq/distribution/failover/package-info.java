/** What producers do when brokers and nameservers die, hang, come and change: real servers, real sockets, real processes. */
package io.ferrymq.distribution.failover;
