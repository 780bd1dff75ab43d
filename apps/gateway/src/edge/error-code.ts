/** The `code` of a system error (`ENOENT`, `EADDRINUSE`), whichever realm made it. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
