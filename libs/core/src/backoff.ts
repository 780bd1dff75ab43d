/** The first delay, and the limit for doubling it; milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly max: number;
}

/** How long to wait after a number of failures in a row, in milliseconds: twice as long each time. */
export const backoffMs = (failures: number, { first, max }: Backoff): number =>
  Math.min(first * 2 ** (failures - 1), max);
