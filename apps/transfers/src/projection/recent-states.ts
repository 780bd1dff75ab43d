import { LRUCache } from 'lru-cache';

/** More than are under way at once; what is missing is read from its stream. */
const STATES_MAX = 2_000;

/**
 * States of unfinished payments of recent pages, as they were after a revision of their streams, so that the page with
 * their next events need not read them. A stream never had other events at a revision, so nothing has to be forgotten.
 */
export class RecentStates<State> {
  private readonly states = new LRUCache<string, { readonly revision: number; readonly state: State }>({
    max: STATES_MAX,
  });

  after(key: string, revision: number): State | undefined {
    const known = this.states.get(key);
    return known?.revision === revision ? known.state : undefined;
  }

  remember(key: string, revision: number, state: State): void {
    this.states.set(key, { revision, state });
  }
}
