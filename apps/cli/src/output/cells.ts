import { isObject, plain } from './terminal-text.js';

const amountOf = (value: Readonly<Record<string, unknown>>): string | undefined =>
  typeof value['value'] === 'string' && typeof value['currency'] === 'string' && Object.keys(value).length === 2
    ? plain(`${value['value']} ${value['currency']}`)
    : undefined;

/** Texts, numbers, amounts; undefined for other values. */
export function scalarOf(value: unknown): string | undefined {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return plain(String(value));
  return isObject(value) ? amountOf(value) : undefined;
}

const idOf = (href: string): string => href.slice(href.lastIndexOf('/') + 1);

/** The id at the end of a link; undefined for other values. */
export const linkedIdOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['href'] === 'string' ? plain(idOf(value['href'])) : undefined;

/** Any value on one line; nothing for an absent one. */
export function cellOf(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value) && value.every((each) => scalarOf(each) !== undefined))
    return value.map((each) => scalarOf(each)).join(', ');
  return scalarOf(value) ?? plain(JSON.stringify(value));
}
