/** The factor by which a long run extends the limits, because it repeats some tests a thousand times and more. */
const LONG_RUN = 12;

const { TEST_PATIENCE = '1', TEST_RUN } = process.env;
if (!(Number(TEST_PATIENCE) > 0)) throw new Error(`TEST_PATIENCE is to be a number above 0, and is ${TEST_PATIENCE}`);
const limitOf = (ms: number): number => Math.ceil(ms * Number(TEST_PATIENCE) * (TEST_RUN === 'long' ? LONG_RUN : 1));

/** The longest wait for a condition. It is far more than a busy machine needs. */
export const WAIT_MS = limitOf(120_000);

/** The limit of a test or hook. A wait inside a test fails earlier, and names its condition. */
export const TEST_MS = limitOf(600_000);
