/** A server of ours on this machine can't run. The message says why and what to do about it. */
export class LocalServerError extends Error {
  override readonly name: string = 'LocalServerError';
}

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);
