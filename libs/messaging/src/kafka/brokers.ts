/** The questions that a program for operators asks of brokers. Only this entry loads the client of Kafka at once. */
export { laterEpochIn } from './epoch-watch.js';
export { settingsOfEpoch } from './kafka-settings.js';
export type { BrokersSeen, TopicReplicas } from './look-at-brokers.js';
export { isRefusedLogin, lookAtBrokers } from './look-at-brokers.js';
