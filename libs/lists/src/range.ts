/** Numbers of the oldest and newest item that a list shows; an empty list begins after its end. */
export interface Range {
  readonly oldest: number;
  readonly newest: number;
}

/**
 * The list as it was when its first page was read.
 *
 * @param anchor the number of the newest item at that time; undefined for the list as it is now. One that is yet to come
 *   is the present.
 */
export const anchored = ({ oldest, newest }: Range, anchor: number | undefined): Range => ({
  oldest,
  newest: anchor === undefined ? newest : Math.min(anchor, newest),
});

export const lengthOf = ({ oldest, newest }: Range): number => Math.max(0, newest - oldest + 1);

/** The numbers on a page, newest first: numbers have no gaps, so that the last page costs what the first does. */
export function numbersOf({ oldest, newest }: Range, { limit, offset }: { limit: number; offset: number }): number[] {
  const first = newest - offset;
  return Array.from({ length: Math.max(0, Math.min(limit, first - oldest + 1)) }, (_, at) => first - at);
}
