// tools/test/boundaries.int.spec.ts checks that this is accepted: code inside a folder may know the folder around it.
export { amount as step } from '../amount.fixture.js';
