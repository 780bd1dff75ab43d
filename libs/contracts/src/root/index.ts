export * from './root.js';
export { rootResources as resources, rootRoutes as routes } from './root.js';
