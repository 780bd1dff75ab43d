export * from './request-log.js';
export * from './requests.js';
export { requestResources as resources, requestRoutes as routes } from './requests.js';
