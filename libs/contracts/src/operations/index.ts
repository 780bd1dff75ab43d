export * from './held-keys.js';
export * from './operators.js';
export { operatorResources as resources } from './operators.js';
