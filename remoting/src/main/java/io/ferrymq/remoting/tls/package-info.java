/** TLS: settings, certificates and keys, contexts for both sides. */
package io.ferrymq.remoting.tls;
