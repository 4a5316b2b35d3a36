/** What the objects of one client id share: connections, routes, heartbeats, threads. */
package io.ferrymq.client.impl.factory;
