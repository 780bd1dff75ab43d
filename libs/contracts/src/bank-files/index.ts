export * from './bank-files.js';
export * from './bank-numbers.js';
export { bankFileResources as resources, bankFileRoutes as routes } from './bank-files.js';
