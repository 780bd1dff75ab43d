// tools/test/boundaries.int.spec.ts checks that each line is refused.
export type { Charge as Fee } from './charge.fixture.js';
