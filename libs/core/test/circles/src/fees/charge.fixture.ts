// tools/test/boundaries.int.spec.ts checks that each line is refused.
export type { Fee as Charge } from './fee.fixture.js';
