/** Numbers of the oldest and newest item that a list shows; an empty list begins after its end. */
export interface Range {
  readonly oldest: number;
  readonly newest: number;
}

/** @param anchor the number of the newest item when the first page was read; undefined or a later number for now */
export const anchored = ({ oldest, newest }: Range, anchor: number | undefined): Range => ({
  oldest,
  newest: anchor === undefined ? newest : Math.min(anchor, newest),
});

export const lengthOf = ({ oldest, newest }: Range): number => Math.max(0, newest - oldest + 1);

/** Newest first. Numbers have no gaps, so that the last page costs as much as the first. */
export function numbersOf({ oldest, newest }: Range, { limit, offset }: { limit: number; offset: number }): number[] {
  const first = newest - offset;
  return Array.from({ length: Math.max(0, Math.min(limit, first - oldest + 1)) }, (_, at) => first - at);
}
