export * from './document-parts.js';
export * from './documents.js';
export { documentResources as resources, documentRoutes as routes } from './documents.js';
