import type {
  ApplicationPrincipal,
  CollectionAnswer,
  Forms,
  Json,
  ResourceAnswer,
  ResourcePart,
  ResourceRef,
  ResourceRow,
} from '@halyard/contracts';
import { hasAddress, hasId, pathOf, pluralOf, resources, resourceTypeOf } from '@halyard/public-api';
import type { AnswerType } from '../media/answer-type.js';
import { renderForms } from './forms.js';
import type { Filters } from '../media/query.js';
import { pageLinks } from './paging.js';
import { listTemplates, resourceTemplates } from './templates.js';

export interface View {
  /** Scheme and authority that the client used, without a slash at the end. */
  readonly baseUrl: string;
  readonly type: AnswerType;
  /** The query of the request; links between pages repeat its filters. */
  readonly query: Filters;
  readonly caller?: ApplicationPrincipal | undefined;
}

export interface Link {
  readonly href: string;
  readonly type?: string;
  readonly 'resource-type'?: string;
}

export type HalBody = { readonly _links: Readonly<Record<string, Link>> } & { readonly [name: string]: unknown };

export const hrefOf = (ref: ResourceRef, { baseUrl }: Pick<View, 'baseUrl'>): string => baseUrl + pathOf(ref);

export const linkTo = (ref: ResourceRef, view: Pick<View, 'baseUrl' | 'type'>, query = ''): Link => ({
  href: hrefOf(ref, view) + query,
  type: view.type.link,
  'resource-type': resourceTypeOf(ref),
});

/** `edit-form`: the same resource, asked for with its forms. */
const isForm = (relation: string): boolean => relation.endsWith('-form');

function linksOf(links: ResourceAnswer['links'], view: View): Record<string, Link> {
  const rendered: Record<string, Link> = {};
  for (const [relation, target] of Object.entries(links)) {
    if (target && hasAddress(target))
      rendered[relation] = { ...linkTo(target, view), ...(isForm(relation) && { type: view.type.formLink }) };
  }
  return rendered;
}

/** Optional fields are absent, never null (reference facts, section 0). */
function present(attributes: ResourceAnswer['attributes']): Record<string, Json> {
  const kept: Record<string, Json> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined && value !== null) kept[name] = value;
  return kept;
}

/** Completes links within attributes with the client's address of the API and its media type. */
function placed(value: Json | undefined, view: View): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => placed(item, view) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const { href } = value as { readonly [name: string]: Json | undefined };
  if (typeof href === 'string') return { ...value, href: view.baseUrl + href, type: view.type.link };
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, placed(item, view)]));
}

const shown = (
  attributes: ResourceAnswer['attributes'],
  view: View,
  linksInPlace: ResourceRow['linksInPlace'],
): Record<string, Json> => {
  const kept = present(attributes);
  const names = linksInPlace === true ? Object.keys(kept) : (linksInPlace ?? []);
  for (const name of names) if (name in kept) kept[name] = placed(kept[name], view) ?? null;
  return kept;
};

const formsIn = (forms: Forms, view: View) =>
  renderForms(forms, { type: view.type, hrefOf: (target) => hrefOf(target, view) });

/** HAL of one resource (draft-kelly-json-hal): `_links` with `self`, then its attributes. */
export function renderResource(resource: ResourceAnswer, view: View): HalBody {
  const { kind, id, query, nextQuery, attributes, links, embedded, attached, parts, forms } = resource;
  const { linksInPlace }: ResourceRow = resources[kind];
  return {
    _links: {
      self: linkTo(resource, view, query),
      ...(nextQuery !== undefined && { next: linkTo(resource, view, nextQuery) }),
      ...linksOf(links, view),
    },
    ...(forms && formsIn(forms, view)),
    ...(hasId(kind) && { id }),
    ...shown(attributes, view, linksInPlace),
    ...((embedded ?? attached ?? parts) && {
      _embedded: {
        ...mapped(embedded, (items) => items.map((item) => renderResource(item, view))),
        ...mapped(attached, (item) => renderResource(item, view)),
        ...mapped(parts, (items) => items.map((item) => renderPart(item, view, linksInPlace))),
      },
    }),
  };
}

const renderPart = ({ attributes, links }: ResourcePart, view: View, linksInPlace: ResourceRow['linksInPlace']) => ({
  ...(links && { _links: linksOf(links, view) }),
  ...shown(attributes, view, linksInPlace),
});

const mapped = <Given>(
  named: { readonly [name: string]: Given } = {},
  render: (given: Given) => object,
): Record<string, object> => Object.fromEntries(Object.entries(named).map(([name, given]) => [name, render(given)]));

/**
 * A list has `self`, the links of its page, the items under the plural of their kind (or the list's own name), and the
 * total, if it was counted.
 */
export function renderCollection(collection: CollectionAnswer, view: View): HalBody {
  const {
    self,
    of,
    items,
    total,
    totalIsAtLeast,
    isUncounted,
    listedAs,
    attributes = {},
    links = {},
    forms,
  } = collection;
  const pages = Object.entries(pageLinks(collection, view.query)).map(
    ([relation, query]) => [relation, linkTo(self, view, query)] as const,
  );
  const rendered = items.map((item) => renderResource(item, view));
  return {
    _links: { ...Object.fromEntries(pages), ...linksOf(links, view) },
    ...(forms && formsIn(forms, view)),
    _embedded: { [listedAs?.embedded ?? pluralOf(of)]: rendered },
    ...(listedAs && { [listedAs.inBody]: rendered }),
    ...(!isUncounted && { total }),
    ...(totalIsAtLeast && { totalIsAtLeast }),
    ...present(attributes),
  };
}

export function render(answer: ResourceAnswer | CollectionAnswer, view: View): HalBody {
  const body = answer.type === 'resource' ? renderResource(answer, view) : renderCollection(answer, view);
  const { caller, type } = view;
  if (type.forms !== 'templates' || !caller) return body;
  const { baseUrl } = view;
  const templateView = { hrefOf: (target: ResourceRef) => hrefOf(target, view), baseUrl, link: type.link, caller };
  const _templates =
    answer.type === 'resource' ? resourceTemplates(answer, templateView) : listTemplates(answer, templateView);
  return { ...body, _templates };
}
