import { parse } from 'node:querystring';

/** A query as it was sent: the values of a repeated name are a list. */
export type Filters = Readonly<Record<string, string | readonly string[]>>;

/** What clients that nest parameters add to a name that has several values: `status[]=retry`, `status[0]=retry`. */
const ITEM = /\[\d{0,3}\]$/;

/** A name in brackets is the name without them: a filter that nobody knows would be none, and the list a whole one. */
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
