export { ManualTime, silentLog } from './fakes.js';
export { recordsOf } from './records.js';
export type { TestServices } from './services.js';
export { createServices, cut } from './services.js';
export type { SlowTeller } from './telling.js';
export { accountOpened, beginTelling, eventOf, tellFrom } from './telling.js';
