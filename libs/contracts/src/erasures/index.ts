export * from './erasures.js';
export { erasureResources as resources, erasureRoutes as routes } from './erasures.js';
