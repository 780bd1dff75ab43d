/** A run at full counts repeats some tests a thousand times and more. */
const LONG_RUN = 12;

const { TEST_PATIENCE = '1', TEST_RUN } = process.env;
if (!(Number(TEST_PATIENCE) > 0)) throw new Error(`TEST_PATIENCE is to be a number above 0, and is ${TEST_PATIENCE}`);
const limitOf = (ms: number): number => Math.ceil(ms * Number(TEST_PATIENCE) * (TEST_RUN === 'long' ? LONG_RUN : 1));

/** The limit of each wait for a condition, far beyond the needs of a busy machine. */
export const WAIT_MS = limitOf(120_000);

/** The limit of each test and hook. A wait within it fails first, and names its condition. */
export const TEST_MS = limitOf(600_000);
