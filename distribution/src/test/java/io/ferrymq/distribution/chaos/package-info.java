/** Members of groups that join, leave, die and freeze while messages flow, and a ledger that says whether anything went wrong. */
package io.ferrymq.distribution.chaos;
