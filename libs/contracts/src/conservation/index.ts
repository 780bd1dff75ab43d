export * from './conservation.js';
export { conservationResources as resources, conservationRoutes as routes } from './conservation.js';
