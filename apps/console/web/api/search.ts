import { read, type Resource } from './client.js';
import { at, itemsOf } from './resource.js';

/** The API's search does not wait for busy services, so it is asked up to this often. */
const TRIES = 10;

interface Searched {
  readonly results: readonly Resource[];
  /** Services that did not answer in time. */
  readonly missing: readonly unknown[];
}

/**
 * Searches until all services have answered, or until `isEnough` accepts the results.
 * @throws Error if services still don't answer in time; ApiError, ConnectionError
 */
export async function search(
  text: string,
  isEnough: (searched: Searched) => boolean,
  signal?: AbortSignal,
): Promise<readonly Resource[]> {
  for (let left = TRIES; ; left--) {
    const answer = await read(`/search?q=${encodeURIComponent(text)}`, signal);
    const [results, named] = [itemsOf(answer), at(answer, 'missing')];
    const missing: readonly unknown[] = Array.isArray(named) ? named : [];
    if (missing.length === 0 || isEnough({ results, missing })) return results;
    if (left === 1) throw new Error(`These did not answer in time, ask again: ${missing.join(', ')}.`);
  }
}
