export * from './statistics.js';
export { statisticsResources as resources, statisticsRoutes as routes } from './statistics.js';
