export type { Change, HistoryEntry } from './changes.js';
export { Changes } from './changes.js';
export { EventConsumer } from './consumer.js';
export type { ConsumeOptions, Running } from './message-bus.js';
export { MessageBus } from './message-bus.js';
