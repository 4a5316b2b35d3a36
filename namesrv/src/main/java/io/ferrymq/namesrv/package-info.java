/** The nameserver: who is alive and where each topic's queues are. */
package io.ferrymq.namesrv;
