/** The message says why a local server can't run, and what to do about it. */
export class LocalServerError extends Error {
  override readonly name: string = 'LocalServerError';
}

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);
