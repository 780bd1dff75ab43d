/** Clients write booleans as their languages print them: Python `False`, PHP `0`, and JSON's own in any case. */
const spellings: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** For a query or a body; undefined for a value that is no boolean. */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' && value.length <= 5 ? spellings.get(value.toLowerCase()) : undefined;
}
