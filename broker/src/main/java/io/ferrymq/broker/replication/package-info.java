/**
 * The log from a master to its slaves: RocketMQ's classic HA protocol (spec: storage 9). A slave connects and says where its log ends;
 * the master sends the bytes from there on; each further report of the slave is an acknowledgement.
 */
package io.ferrymq.broker.replication;
