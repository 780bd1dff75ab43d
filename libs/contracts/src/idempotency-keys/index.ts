export * from './idempotency-keys.js';
export * from './key-uses.js';
export { idempotencyKeyResources as resources, idempotencyKeyRoutes as routes } from './idempotency-keys.js';
