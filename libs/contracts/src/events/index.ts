export * from './event-lookups.js';
export * from './events.js';
export * from './snapshots.js';
export { eventResources as resources, eventRoutes as routes } from './events.js';
