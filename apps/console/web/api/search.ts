import { read, type Resource } from './client.js';
import { at, itemsOf } from './resource.js';

/** A search waits for no service that is busy: it is asked so often. */
const TRIES = 10;

interface Searched {
  readonly results: readonly Resource[];
  /** The services that did not answer in time. */
  readonly missing: readonly unknown[];
}

/**
 * What a text finds in all services, or in as many as are enough.
 * @throws Error where they don't answer in time; ApiError, ConnectionError
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
