export type { KafkaForTests } from './kafka-for-tests.js';
export { describeUnless, kafkaForTests } from './kafka-for-tests.js';
export { consume, produce, send } from './topics.js';
export { missingForOwnBroker, startOwnBroker } from './own-broker.js';
