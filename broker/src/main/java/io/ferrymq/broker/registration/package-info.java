/** How nameservers learn of this broker and its topics. */
package io.ferrymq.broker.registration;
