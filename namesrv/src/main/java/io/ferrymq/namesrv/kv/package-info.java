/** Key-value settings that operators keep at the nameserver. */
package io.ferrymq.namesrv.kv;
