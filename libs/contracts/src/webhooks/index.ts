export * from './webhooks.events.js';
export * from './webhooks.js';
export { webhookResources as resources, webhookRoutes as routes } from './webhooks.js';
