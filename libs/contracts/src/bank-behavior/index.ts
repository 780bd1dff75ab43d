export * from './bank-behavior.js';
export * from './outages.js';
export { bankBehaviorResources as resources, bankBehaviorRoutes as routes } from './bank-behavior.js';
