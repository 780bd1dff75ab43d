export * from './corrections.js';
export * from './funding-source-facts.js';
export * from './funding-sources.events.js';
export * from './funding-sources.js';
export * from './refusals.js';
export { fundingSourceResources as resources, fundingSourceRoutes as routes } from './funding-sources.js';
