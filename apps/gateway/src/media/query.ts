import { parse } from 'node:querystring';

/** Values of a repeated name are a list. */
export type Filters = Readonly<Record<string, string | readonly string[]>>;

/** Some clients append this to a name with several values: `status[]=retry`, `status[0]=retry`. */
const ITEM = /\[\d{0,3}\]$/;

/** Drops brackets from names: otherwise the filter would be ignored and the list complete. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [key, value = []] of Object.entries(parse(text))) {
    const name = key.replace(ITEM, '');
    values.set(name, [...(values.get(name) ?? []), ...[value].flat()]);
  }
  return Object.fromEntries(
    [...values].map(([name, [first = '', ...more]]) => [name, more.length > 0 ? [first, ...more] : first]),
  );
}
