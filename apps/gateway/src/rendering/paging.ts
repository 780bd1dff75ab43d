import type { CollectionAnswer, KeysetPage, Page } from '@halyard/contracts';
import type { Filters } from '../media/query.js';

type Relation = 'self' | 'first' | 'prev' | 'next' | 'last';

const PAGING = new Set(['limit', 'offset', 'anchor']);

type Place = Partial<Record<keyof Page | 'after', string | number>>;

function queryText(filters: Filters, page: Place): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (!PAGING.has(name)) for (const item of [value].flat()) search.append(name, item);
  }
  for (const [name, value] of Object.entries(page)) search.append(name, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/**
 * The queries of a list's links. All repeat the filters. `next` and `prev` carry the anchor, so that pages stay the
 * same while new items arrive. `first` and `last` do not, so that they show the list as it is now.
 */
export function pageLinks(
  { page, keyset, items, total, totalIsAtLeast }: CollectionAnswer,
  filters: Filters,
): Partial<Record<Relation, string>> {
  if (keyset) return keysetLinks(keyset, filters);
  if (!page) return { self: queryText(filters, limitAsked(filters)) };
  const { limit, offset, anchor, offsetMax = Infinity } = page;
  const at = (start: number): string => queryText(filters, { limit, offset: start });
  const anchored = (start: number): string =>
    queryText(filters, { limit, offset: start, ...(anchor !== undefined && { anchor }) });
  const hasNext = offset + items.length < total || (totalIsAtLeast === true && items.length === limit);
  const lastStart = Math.floor(Math.max(0, total - 1) / limit) * limit;
  // Beyond the end, the previous page may be empty too.
  const prevStart = items.length > 0 ? Math.max(0, offset - limit) : lastStart;
  const hasPrev = offset > 0 && (items.length > 0 || total > 0);

  return {
    self: queryText(filters, { ...(isAsked(filters) && { limit, offset }), ...anchorAsked(filters) }),
    first: at(0),
    ...(hasPrev && { prev: anchored(prevStart) }),
    ...(items.length > 0 && hasNext && offset + limit <= offsetMax && { next: anchored(offset + limit) }),
    last: at(lastStart),
  };
}

function keysetLinks(
  { limit, nextAnchor, parameter = 'anchor' }: KeysetPage,
  filters: Filters,
): Partial<Record<Relation, string>> {
  const { [parameter]: anchor, ...others } = filters;
  return {
    self: queryText(others, { ...limitAsked(filters), ...(typeof anchor === 'string' && { [parameter]: anchor }) }),
    first: queryText(others, { limit }),
    ...(nextAnchor !== undefined && { next: queryText(others, { limit, [parameter]: nextAnchor }) }),
  };
}

const isAsked = (filters: Filters): boolean => filters['limit'] !== undefined || filters['offset'] !== undefined;

const limitAsked = ({ limit }: Filters): Place => (typeof limit === 'string' ? { limit } : {});

const anchorAsked = ({ anchor }: Filters): Place => (typeof anchor === 'string' ? { anchor } : {});
