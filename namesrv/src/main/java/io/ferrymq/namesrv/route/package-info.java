/** The route table: an immutable snapshot, pure functions from one to the next, and the one thread that swaps it. */
package io.ferrymq.namesrv.route;
