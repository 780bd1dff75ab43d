// tools/test/boundaries.int.spec.ts checks that each line is refused.
export { leg } from '../legs/leg.fixture.js';
