// Must be refused in each of its lines: tools/test/boundaries.int.spec.ts sees to that.
export type { Fee as Charge } from './fee.fixture.js';
