import type { Api, Hal, ItemOf, Link, LinkTo, Template } from '@halyard/client';
import { pathOf } from './client.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a dotted path in a resource. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** All values at a dotted path, in each item of the lists on the way. */
export function allAt(value: unknown, path: string): readonly unknown[] {
  return path
    .split('.')
    .reduce<readonly unknown[]>(
      (inner, name) => inner.flatMap((one) => (isObject(one) && name in one ? [one[name]].flat() : [])),
      [value],
    );
}

const hrefOf = (link: Link | string): string => (typeof link === 'string' ? link : link.href);

/** The id to which a link leads; empty without a link. */
export const idOf = (link: Link | string | undefined): string =>
  link === undefined ? '' : (pathOf(hrefOf(link)).split('?', 1)[0]?.split('/').at(-1) ?? '');

/** The end of the id to which a link leads. Ids begin with their time, so the end tells them apart. */
export const shortId = (link: Link | string): string => `…${idOf(link).slice(-8)}`;

/** A value as text; empty if a line can't show it. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The name by which people know a resource. */
export function nameOf(resource: unknown): string {
  const of = (name: string): string => textOf(valueAt(resource, name));
  const person = [of('firstName'), of('lastName')].filter((part) => part !== '').join(' ');
  return of('businessName') || of('name') || person || of('url');
}

/** The link to the resource that a write has created; undefined if the answer names none. */
export function locationOf(answer: unknown): Link | undefined {
  const location = valueAt(answer, 'location');
  return typeof location === 'string' ? { href: location } : linksOf(answer)['self'];
}

/** The links of a resource, by relation. */
export const linksOf = (resource: unknown): Readonly<Record<string, Link | undefined>> =>
  isObject(resource) ? ((resource['_links'] ?? {}) as Readonly<Record<string, Link | undefined>>) : {};

/** The console's page for a link has the link's path in the API. */
export const pageOf = (link: Link | string): string => pathOf(hrefOf(link));

/** A link with the query of a page's address. */
export const withQuery = <R>({ href }: LinkTo<R>, query: string): LinkTo<R> => ({ href: href + query });

/** The items that a list embeds. */
export function itemsOf<L extends { readonly _embedded?: unknown }>(list: L | undefined): readonly ItemOf<L>[];
export function itemsOf(list: unknown): readonly Hal[];
export function itemsOf(list: unknown): readonly unknown[] {
  const embedded = valueAt(list, '_embedded');
  const [items]: readonly unknown[] = isObject(embedded) ? Object.values(embedded) : [];
  return isArray(items) ? items : [];
}

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

type Templates = Readonly<Record<string, Template>>;

/** A resource with other forms than the API offers. */
export const withTemplates = (resource: Hal, templates: Templates): Hal & { readonly _templates: Templates } => ({
  ...resource,
  _templates: templates,
});

/** A resource whose form begins with a value in one of its fields. */
export function withValue(resource: Hal, form: string, field: string, value: string): Hal {
  const templates = templatesOf(resource);
  const template = templates[form];
  if (!template) return resource;
  const properties = (template.properties ?? []).map((property) =>
    property.name === field ? { ...property, value } : property,
  );
  return withTemplates(resource, { ...templates, [form]: { ...template, properties } });
}

/** The forms that the API offers for a resource, by name. */
export function templatesOf(resource: unknown): Templates {
  const templates = valueAt(resource, '_templates');
  return isObject(templates) ? (templates as Templates) : {};
}

/** A list has pages or a total. Other resources may embed something, too. */
export const isList = (resource: unknown): boolean =>
  isObject(valueAt(resource, '_embedded')) &&
  (valueAt(resource, 'total') !== undefined || linksOf(resource)['first'] !== undefined);

/** Whether a resource waits for something that happens by itself. */
export const isPending = ({ status }: { readonly status: string }): boolean => status === 'pending';

/** Whether an event is still on its way to a subscription. */
export const isUndelivered = ({ state }: Pick<Api.Webhook, 'state'>): boolean =>
  state !== 'delivered' && state !== 'failed';
