/** Cuts a list into parts of at most `max` items, in its order. An empty list has none. */
export function* partsOf<Item>(items: readonly Item[], max: number): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += max) yield items.slice(at, at + max);
}
