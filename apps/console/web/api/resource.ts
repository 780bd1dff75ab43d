import type { Money, Template } from '@halyard/client';
import { type Resource, pathOf } from './client.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a dotted path leads to in a resource. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

/** All that a dotted path leads to, in each item of the lists on the way. */
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

/** The address of a link; undefined where the resource does not have it. */
export function linkOf(resource: unknown, rel: string): string | undefined {
  const links = isObject(resource) ? resource['_links'] : undefined;
  const href = isObject(links) ? at(links[rel], 'href') : undefined;
  return typeof href === 'string' ? href : undefined;
}

export const idOf = (href: string): string => pathOf(href).split('?', 1)[0]?.split('/').at(-1) ?? '';

/** What tells an id, or that of a link, apart: ids begin with their time. */
export const shortId = (href: string): string => `…${idOf(href).slice(-8)}`;

/** What people call a resource. */
export function nameOf(resource: unknown): string {
  const person = [text(resource, 'firstName'), text(resource, 'lastName')].filter((part) => part !== '').join(' ');
  return text(resource, 'businessName') || text(resource, 'name') || person || text(resource, 'url');
}

/** The page of what a link leads to. */
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

/** A list has pages, or says how many items it has; other resources have something embedded too. */
export const isList = (resource: unknown): boolean =>
  isObject(at(resource, '_embedded')) &&
  (at(resource, 'total') !== undefined || linkOf(resource, 'first') !== undefined);

/** Whether a resource waits for something that happens by itself. */
export const isPending = (resource: unknown): boolean => text(resource, 'status') === 'pending';

/** Whether an event is still on its way to a subscription. */
export const isUndelivered = (delivery: unknown): boolean => !['delivered', 'failed'].includes(text(delivery, 'state'));
