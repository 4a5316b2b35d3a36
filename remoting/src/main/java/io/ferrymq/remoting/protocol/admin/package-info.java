/** How far queues reach and groups are. */
package io.ferrymq.remoting.protocol.admin;
