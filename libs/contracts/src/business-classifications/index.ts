export * from './business-classifications.js';
export {
  businessClassificationResources as resources,
  businessClassificationRoutes as routes,
} from './business-classifications.js';
