import './idle-connections.js';

/** The client of Kafka, with what had to be corrected. */
export { Kafka, logLevel } from 'kafkajs';
