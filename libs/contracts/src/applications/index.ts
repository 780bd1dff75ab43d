export * from './application-facts.js';
export * from './applications.js';
export * from './first-party.js';
export { applicationResources as resources, applicationRoutes as routes } from './applications.js';
