import type { Api, Hal } from '../api/api.js';

export interface Extent {
  readonly limit?: number;
  readonly all?: boolean;
}

/** A page of a list: those of its items that are wanted, and how many the list has. */
export interface Page {
  readonly items: readonly Hal[];
  readonly total: number | undefined;
}

const itemsOf = ({ _embedded: embedded = {} }: Hal): readonly Hal[] => Object.values(embedded).flat();

export const isList = ({ _embedded: embedded, total }: Hal): boolean => embedded !== undefined && total !== undefined;

/** The pages of a list from a first one on: that one alone, as many as are asked for, or all. */
export async function* pagesOf(api: Api, first: Hal, { limit, all }: Extent): AsyncGenerator<Page> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for (let page = first; ;) {
    const items = itemsOf(page).slice(0, left);
    left -= items.length;
    yield { items, total: page.total };
    const next = page._links?.['next']?.href;
    if (next === undefined || left <= 0 || !(all || limit !== undefined)) return;
    page = await api.get(next);
  }
}
