export { ForeignMessagesController } from './foreign-messages.controller.js';
export { HealthChecksController } from './health/health-checks.controller.js';
export type { HealthFinding, HealthLook } from './health/health-look.js';
export { OwnHealthLooks } from './health/own-health-looks.js';
export { counted, waitLook } from './health/service-looks.js';
export { ParkedKeysController } from './parked-keys.controller.js';
export { ReadModelsController } from './read-models.controller.js';
export { RebuildMetrics } from './rebuild.metrics.js';
export { SkippedMessagesController } from './skipped-messages.controller.js';
