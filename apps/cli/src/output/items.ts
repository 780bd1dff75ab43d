import type { Api, Hal } from '../api/api.js';

export interface Extent {
  readonly limit?: number;
  readonly all?: boolean;
}

/** A page of a list: the wanted items, and the list's total. */
export interface ItemPage {
  readonly items: readonly Hal[];
  readonly total: number | undefined;
  readonly hasNext: boolean;
}

const itemsOf = ({ _embedded: embedded = {} }: Hal): readonly Hal[] => Object.values(embedded).flat();

/** How the API calls the items of a list: `funding-sources`. */
export const nameOf = ({ _embedded: embedded = {} }: Hal): string => Object.keys(embedded)[0] ?? 'items';

/** A list has a total, or at least pages. */
export const isList = ({ _embedded: embedded, _links: links = {}, total }: Hal): boolean =>
  embedded !== undefined && (total !== undefined || 'first' in links);

/** The pages of a list from a first one on: only that one, as many as are asked for, or all. */
export async function* pagesOf(api: Api, first: Hal, { limit, all }: Extent): AsyncGenerator<ItemPage> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (let page = first; ;) {
    const items = itemsOf(page).slice(0, left);
    left -= items.length;
    const next = page._links?.['next']?.href;
    yield { items, total: page.total, hasNext: next !== undefined };
    if (next === undefined || left <= 0 || !(all || limit !== undefined)) return;
    page = await api.get(next);
  }
}
