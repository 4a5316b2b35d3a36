/** Bodies of commands and state files, as records whose component names are the JSON members. */
package io.ferrymq.remoting.protocol.body;
