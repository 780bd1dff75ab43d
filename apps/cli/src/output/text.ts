import type { Hal } from '../api/api.js';
import { linkedIdOf, scalarOf } from './cells.js';
import { isObject, plain } from './terminal-text.js';

function linesOf(value: unknown, name: string): string[] {
  const scalar = scalarOf(value);
  if (scalar !== undefined) return [`${plain(name)}: ${scalar}`];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([inner, each]) =>
    inner.startsWith('_') ? [] : linesOf(each, name === '' ? inner : `${name}.${inner}`),
  );
}

/** Attributes on one line. A link is shown as the id at its end. */
export function summaryOf(attributes: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(attributes).flatMap(([name, value]) => {
    const scalar = scalarOf(value);
    if (scalar !== undefined) return [`${plain(name)} ${scalar}`];
    if (Array.isArray(value)) return [`${plain(name)} ${value.length}`];
    const id = linkedIdOf(value);
    return id === undefined ? [] : [`${plain(name)} ${id}`];
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
