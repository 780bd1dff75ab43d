export * from './health.js';
export * from './health-checks.js';
export * from './held-keys.js';
export * from './operators.js';
