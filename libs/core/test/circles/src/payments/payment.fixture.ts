// Must be refused in each of its lines: tools/test/boundaries.int.spec.ts sees to that.
export { leg } from '../legs/leg.fixture.js';
