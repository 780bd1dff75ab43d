export { ForeignMessagesController } from './foreign-messages.controller.js';
export { OperatorOnlyGuard } from './operator-only.guard.js';
export { ParkedKeysController } from './parked-keys.controller.js';
export { ReadModelsController } from './read-models.controller.js';
export { ReasonDto } from './reason.dto.js';
export { SkippedMessagesController } from './skipped-messages.controller.js';
