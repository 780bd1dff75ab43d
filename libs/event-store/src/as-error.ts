/** Gives an error as it is, and wraps any other thrown value as the cause of one. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('Something else than an error was thrown', { cause: thrown });
