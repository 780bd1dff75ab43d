/**
 * The ways in which languages print booleans, and so in which clients write them: Python's `False`, PHP's `0`, JSON's
 * own.
 */
const spellings: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Reads a boolean of a query or a body; undefined for any other value. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' && value.length <= 5 ? spellings.get(value.toLowerCase()) : undefined;
}
