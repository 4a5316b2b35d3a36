/** The broker's settings: each declared once, read as one snapshot that a change at run time replaces whole. */
package io.ferrymq.broker.config;
