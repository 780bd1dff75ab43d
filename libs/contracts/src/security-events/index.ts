export * from './security-event-types.js';
export * from './security-events.js';
export { securityEventResources as resources, securityEventRoutes as routes } from './security-events.js';
