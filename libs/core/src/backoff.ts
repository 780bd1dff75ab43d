/** Bounds of a delay, in milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly max: number;
}

/** The delay after a number of failures in a row, in milliseconds. It doubles each time. */
export const backoffMs = (failures: number, { first, max }: Backoff): number =>
  Math.min(first * 2 ** (failures - 1), max);
