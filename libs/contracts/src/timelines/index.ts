export * from './timelines.js';
export { timelineResources as resources, timelineRoutes as routes } from './timelines.js';
