/** Settings: each declared once, read from properties files with line numbers, checked as a whole, changed as a whole. */
package io.ferrymq.common.config;
