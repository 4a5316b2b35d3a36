/** Helpers for applications. */
package io.ferrymq.client.utils;
