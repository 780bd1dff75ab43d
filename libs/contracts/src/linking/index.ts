export * from './linking.js';
export { linkingResources as resources, linkingRoutes as routes } from './linking.js';
