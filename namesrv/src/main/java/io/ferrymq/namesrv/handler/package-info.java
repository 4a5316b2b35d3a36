/** One class per request of the nameserver. */
package io.ferrymq.namesrv.handler;
