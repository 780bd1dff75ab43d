export * from './search-resource.js';
export * from './search.js';
export { searchResources as resources, searchRoutes as routes } from './search-resource.js';
