import { wrongUsage } from '../exit-codes.js';

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export const isId = (text: string): boolean => ID.test(text);

/** The path of a resource by its id. An address stays as it is. */
export function placeOf(template: string, idOrAddress: string): string {
  if (/^https?:|^\//.test(idOrAddress)) {
    const suffix = template.slice(template.lastIndexOf('}') + 1);
    return `${idOrAddress.replace(/\/$/, '')}${suffix}`;
  }
  if (idOrAddress === '' || idOrAddress === '.' || idOrAddress === '..') throw wrongUsage(`"${idOrAddress}" is no id`);
  return template.replace(/\{\w+\}/, encodeURIComponent(idOrAddress));
}

/** The given id of a resource, or the one at the end of its address. */
export function idIn(idOrAddress: string): string {
  const id = idOrAddress.slice(idOrAddress.lastIndexOf('/') + 1);
  if (/^\.{0,2}$/.test(id)) throw wrongUsage(`"${idOrAddress}" is no id`);
  return id;
}

type Value = string | readonly string[] | undefined;

export function filtered(path: string, query: Readonly<Record<string, Value>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each): [string, string] => [name, each]),
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`;
}
