export * from './authorization.js';
export * from './page-routes.js';
export * from './people-pages.js';
export * from './revocations.js';
