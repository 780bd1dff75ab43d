/**
 * The numbers of the oldest and the newest item that a list shows. In an empty list, the oldest comes after the newest.
 */
export interface Range {
  readonly oldest: number;
  readonly newest: number;
}

/**
 * Limits a list to the items up to the anchor. @param anchor the number of the newest item when the first page was
 * read; without it, or if it is too high, the list is shown as it is now
 */
export const anchored = ({ oldest, newest }: Range, anchor: number | undefined): Range => ({
  oldest,
  newest: anchor === undefined ? newest : Math.min(anchor, newest),
});

export const lengthOf = ({ oldest, newest }: Range): number => Math.max(0, newest - oldest + 1);

/** The numbers on a page, newest first. Numbers have no gaps, so the last page costs no more than the first. */
export function numbersOf({ oldest, newest }: Range, { limit, offset }: { limit: number; offset: number }): number[] {
  const first = newest - offset;
  return Array.from({ length: Math.max(0, Math.min(limit, first - oldest + 1)) }, (_, at) => first - at);
}
