// tools/test/boundaries.int.spec.ts checks that each line is refused.
export { step as leg } from '../payments/steps/step.fixture.js';
