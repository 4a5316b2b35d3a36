/** Where the queues of a topic are. */
package io.ferrymq.remoting.protocol.route;
