// Must be taken: what lies inside a folder may know what it lies in. tools/test/boundaries.int.spec.ts sees to that.
export { amount as step } from '../amount.fixture.js';
