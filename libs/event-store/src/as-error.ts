/** A thrown value that is no error becomes the cause of one. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('Something else than an error was thrown', { cause: thrown });
