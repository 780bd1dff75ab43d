export { AccountClocks } from './account-clocks.js';
export { clocksMigrations } from './clocks-migrations.js';
export { AccountClockInterceptor, MovesClock } from './account-clock.interceptor.js';
export { AccountClocksController } from './account-clocks.controller.js';
export { DueRuns } from './due-runs.js';
export type { StoredStep } from './account-clocks.rows.js';
export type { DueTime, Stamp } from './account-clocks.js';
