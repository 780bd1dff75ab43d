export * from './search.js';
export * from './search-query.js';
export { searchResources as resources, searchRoutes as routes } from './search.js';
