export * from './console-routes.js';
export * from './console.js';
