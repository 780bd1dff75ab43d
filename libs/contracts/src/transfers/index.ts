export * from './return-facts.js';
export * from './transfers.events.js';
export * from './transfers.js';
export { transferResources as resources, transferRoutes as routes } from './transfers.js';
