/** Numbers that no item has: those between the last number before the gap and the first one after it. */
export interface NumberGap {
  readonly last: number;
  readonly first: number;
}

/**
 * The numbers of the oldest and the newest item that a list shows. In an empty list, the oldest comes after the newest.
 */
export interface Range {
  readonly oldest: number;
  readonly newest: number;
  /** The gaps in the numbers, lowest first. Numbers without gaps have none. */
  readonly gaps?: readonly NumberGap[];
}

/**
 * Limits a list to the items up to the anchor. @param anchor the number of the newest item when the first page was
 * read; without it, or if it is too high, the list is shown as it is now
 */
export const anchored = (range: Range, anchor: number | undefined): Range => ({
  ...range,
  newest: anchor === undefined ? range.newest : Math.min(anchor, range.newest),
});

export const lengthOf = (range: Range): number =>
  stretchesOf(range).reduce((length, [low, high]) => length + high - low + 1, 0);

/** The numbers on a page, newest first. Gaps are few and known, so the last page costs no more than the first. */
export function numbersOf(range: Range, { limit, offset }: { limit: number; offset: number }): number[] {
  const numbers: number[] = [];
  let skipped = offset;
  for (const [low, high] of stretchesOf(range)) {
    const first = high - skipped;
    skipped = Math.max(0, low - 1 - first);
    const length = Math.max(0, Math.min(limit - numbers.length, first - low + 1));
    for (let at = 0; at < length; at += 1) numbers.push(first - at);
  }
  return numbers;
}

/** The numbers between the gaps, as pairs of the lowest and the highest number, the newest first. */
function stretchesOf({ oldest, newest, gaps = [] }: Range): readonly (readonly [low: number, high: number])[] {
  const stretches: [number, number][] = [];
  let high = newest;
  for (const { last, first } of gaps.toReversed()) {
    stretches.push([Math.max(first, oldest), high]);
    high = Math.min(high, last);
  }
  return [...stretches, [oldest, high] as const].filter(([low, top]) => low <= top);
}
