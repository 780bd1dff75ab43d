export * from './addresses.js';
export * from './customer-facts.js';
export * from './customers.events.js';
export * from './customers.js';
export { customerResources as resources, customerRoutes as routes } from './customers.js';
