/** The first delay, and the most that doubling it comes to; milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly max: number;
}

/** How long to wait after so many failures in a row: each time twice as long. */
export const backoffMs = (failures: number, { first, max }: Backoff): number =>
  Math.min(first * 2 ** (failures - 1), max);
