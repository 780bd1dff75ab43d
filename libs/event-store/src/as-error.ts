/** What was thrown, as an error: whatever else someone throws becomes its cause. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('Something else than an error was thrown', { cause: thrown });
