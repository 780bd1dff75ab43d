import { type Api, type LinkTo, linkTo } from '@halyard/client';
import { read } from './client.js';

/** The API's search does not wait for busy services, so it is asked up to this often. */
const TRIES = 10;

/** A result has the attributes and links of a resource, in brief. */
export interface Result {
  readonly _links: { readonly self: LinkTo<Api.Customer | Api.FundingSource> };
  readonly kind: string;
  readonly text: string;
  /** The attribute that matched, such as `id`. */
  readonly matched: string;
}

interface SearchAnswer {
  readonly results: readonly Result[];
  /** Services that did not answer in time. */
  readonly missing: readonly string[];
}

/**
 * Searches until all services have answered, or until `isEnough` accepts the results.
 * @throws Error if services still don't answer in time; ApiError, ConnectionError
 */
export async function search(
  text: string,
  isEnough: (searched: SearchAnswer) => boolean,
  signal?: AbortSignal,
): Promise<readonly Result[]> {
  for (let left = TRIES; ; left--) {
    const { _embedded, missing = [] } = await read(linkTo('/search', { query: { q: text } }), signal);
    const results = (_embedded?.results ?? []) as readonly Result[];
    if (missing.length === 0 || isEnough({ results, missing })) return results;
    if (left === 1) throw new Error(`These did not answer in time, ask again: ${missing.join(', ')}.`);
  }
}
