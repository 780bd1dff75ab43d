// Must be refused in each of its lines: tools/test/boundaries.int.spec.ts sees to that.
export type { Charge as Fee } from './charge.fixture.js';
