// Must be refused in each of its lines: tools/test/boundaries.int.spec.ts sees to that.
export { step as leg } from '../payments/steps/step.fixture.js';
