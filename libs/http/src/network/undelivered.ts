/**
 * A request got no answer. If it is `away`, the request was certainly not carried out, and this process will take no
 * other soon. If it is `lost`, nobody can tell what was done.
 */
export class UndeliveredRequest extends Error {
  constructor(
    readonly how: 'away' | 'lost',
    cause: unknown,
  ) {
    super(`the request was ${how === 'away' ? 'not taken' : 'lost'}`, { cause });
  }
}

/** Codes of errors after which no connection was established. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export const wasNeverSent = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  neverSent.has(error.code);
