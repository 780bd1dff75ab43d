export * from './account-clock.js';
export * from './quiet.js';
export * from './sandbox-clock.js';
export { sandboxClockResources as resources, sandboxClockRoutes as routes } from './sandbox-clock.js';
