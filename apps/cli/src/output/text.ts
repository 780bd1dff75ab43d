import type { Hal } from '../api/api.js';
import { plain } from './terminal-text.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const amountOf = (value: Readonly<Record<string, unknown>>): string | undefined =>
  typeof value['value'] === 'string' && typeof value['currency'] === 'string' && Object.keys(value).length === 2
    ? plain(`${value['value']} ${value['currency']}`)
    : undefined;

/** Texts, numbers, amounts; undefined for other values. */
function scalarOf(value: unknown): string | undefined {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return plain(String(value));
  return isObject(value) ? amountOf(value) : undefined;
}

function linesOf(value: unknown, name: string): string[] {
  const scalar = scalarOf(value);
  if (scalar !== undefined) return [`${plain(name)}: ${scalar}`];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([inner, each]) =>
    inner.startsWith('_') ? [] : linesOf(each, name === '' ? inner : `${name}.${inner}`),
  );
}

const idOf = (href: string): string => href.slice(href.lastIndexOf('/') + 1);

/** Attributes on one line. A link is shown as the id at its end. */
export function summaryOf(attributes: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(attributes).flatMap(([name, value]) => {
    const scalar = scalarOf(value);
    if (scalar !== undefined) return [`${plain(name)} ${scalar}`];
    if (Array.isArray(value)) return [`${plain(name)} ${value.length}`];
    return isObject(value) && typeof value['href'] === 'string' ? [`${plain(name)} ${plain(idOf(value['href']))}`] : [];
  });
  return told.join(', ');
}

/** A resource: one attribute a line, and the links and actions that follow. */
export function resourceText(resource: Hal): string {
  const { _links: links = {}, _templates: templates = {} } = resource;
  const relations = Object.keys(links).filter((name) => name !== 'self');
  const lines = [
    ...linesOf(resource, ''),
    ...(relations.length > 0 ? [`links: ${plain(relations.join(', '))}`] : []),
    ...(Object.keys(templates).length > 0 ? [`templates: ${plain(Object.keys(templates).join(', '))}`] : []),
  ];
  return lines.join('\n');
}

const COLUMNS = 7;
const WIDTH = 48;

/** Characters that take two columns of a terminal (Unicode, East Asian Width), and characters that take none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;
const widthOfCharacter = (character: string): number => (NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1);
const widthOf = (text: string): number => [...text].reduce((width, each) => width + widthOfCharacter(each), 0);
const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** The beginning of a text that fits into a column. */
function cut(text: string): string {
  let left = WIDTH;
  return [...text].filter((each) => (left -= widthOfCharacter(each)) >= 0).join('');
}

/** Items of a list: a line each, its attributes in columns. */
export function listText(items: readonly Hal[]): string {
  const names = new Set<string>();
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) if (scalarOf(value) !== undefined) names.add(name);
  }
  const columns = [...names].slice(0, COLUMNS);
  const rows = [columns.map(plain), ...items.map((item) => columns.map((name) => cut(scalarOf(item[name]) ?? '')))];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))));
  return rows
    .map((row) =>
      row
        .map((cell, at) => padded(cell, widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
