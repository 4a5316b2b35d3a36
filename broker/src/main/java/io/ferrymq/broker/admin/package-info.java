/** What administrators ask of the broker itself: settings, runtime info, statistics, maintenance. */
package io.ferrymq.broker.admin;
