/** What commands say: codes, one typed record per request and response header, JSON bodies. Knows nothing of sockets and frames. */
package io.ferrymq.remoting.protocol;
