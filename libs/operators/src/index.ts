export { ForeignMessagesController } from './foreign-messages.controller.js';
export { ParkedKeysController } from './parked-keys.controller.js';
export { ReadModelsController } from './read-models.controller.js';
export { RebuildMetrics } from './rebuild.metrics.js';
export { SkippedMessagesController } from './skipped-messages.controller.js';
