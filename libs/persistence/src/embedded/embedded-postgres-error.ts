/** The embedded Postgres can't run. The message says what is in the way and what to do about it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);
