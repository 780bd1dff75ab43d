import './idle-connections.js';

/** The client of Kafka, with our corrections. */
export { Kafka, logLevel } from 'kafkajs';
