import type { Money, Template } from '@halyard/client';
import { type Resource, pathOf } from './client.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path in a resource. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/** All values at a dotted path, in each item of the lists on the way. */
export function allAt(value: unknown, path: string): readonly unknown[] {
  return path
    .split('.')
    .reduce<readonly unknown[]>(
      (inner, name) => inner.flatMap((one) => (isObject(one) && name in one ? [one[name]].flat() : [])),
      [value],
    );
}

export function text(resource: unknown, path: string): string {
  const value = at(resource, path);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

export function money(resource: unknown, path: string): Money | undefined {
  const value = at(resource, path);
  const [amount, currency] = [at(value, 'value'), at(value, 'currency')];
  return typeof amount === 'string' && typeof currency === 'string' ? { value: amount, currency } : undefined;
}

/** The address of a link; undefined if the resource does not have the link. */
export function linkOf(resource: unknown, rel: string): string | undefined {
  const links = isObject(resource) ? resource['_links'] : undefined;
  const href = isObject(links) ? at(links[rel], 'href') : undefined;
  return typeof href === 'string' ? href : undefined;
}

export const idOf = (href: string): string => pathOf(href).split('?', 1)[0]?.split('/').at(-1) ?? '';

/** The end of an id, or of the id in a link. Ids begin with their time, so the end tells them apart. */
export const shortId = (href: string): string => `…${idOf(href).slice(-8)}`;

/** The name by which people know a resource. */
export function nameOf(resource: unknown): string {
  const person = [text(resource, 'firstName'), text(resource, 'lastName')].filter((part) => part !== '').join(' ');
  return text(resource, 'businessName') || text(resource, 'name') || person || text(resource, 'url');
}

/** The console's page for a link has the link's path in the API. */
export const pageOf = (href: string): string => pathOf(href);

export function itemsOf(list: unknown): readonly Resource[] {
  const embedded = at(list, '_embedded');
  const [items] = isObject(embedded) ? Object.values(embedded) : [];
  return Array.isArray(items) ? items.filter(isResource) : [];
}

const isResource = (value: unknown): value is Resource => isObject(value) && isObject(value['_links'] ?? {});

export function templatesOf(resource: unknown): Readonly<Record<string, Template>> {
  const templates = at(resource, '_templates');
  return isObject(templates) ? (templates as Readonly<Record<string, Template>>) : {};
}

/** A list has pages or a total. Other resources may embed something, too. */
export const isList = (resource: unknown): boolean =>
  isObject(at(resource, '_embedded')) &&
  (at(resource, 'total') !== undefined || linkOf(resource, 'first') !== undefined);

/** Whether a resource waits for something that happens by itself. */
export const isPending = (resource: unknown): boolean => text(resource, 'status') === 'pending';

/** Whether an event is still on its way to a subscription. */
export const isUndelivered = (delivery: unknown): boolean => !['delivered', 'failed'].includes(text(delivery, 'state'));
