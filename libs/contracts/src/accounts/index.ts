export * from './account-facts.js';
export * from './accounts.js';
export * from './auth.events.js';
export { accountResources as resources, accountRoutes as routes } from './accounts.js';
