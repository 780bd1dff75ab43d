export * from './application-reviews.js';
export { applicationReviewResources as resources, applicationReviewRoutes as routes } from './application-reviews.js';
