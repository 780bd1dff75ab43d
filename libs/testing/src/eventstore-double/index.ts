export type { User } from './access.js';
export { EventStoreClusterDouble } from './cluster-double.js';
export type { EventStoreDoubleOptions } from './eventstore-double.js';
export { EventStoreDouble, startEventStoreDouble } from './eventstore-double.js';
export type { Faults } from './faults.js';
export { unknownOptions } from './server-options.js';
export type { SlowSubscriptions } from './subscription.js';
