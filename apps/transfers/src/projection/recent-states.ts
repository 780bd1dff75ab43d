import { LRUCache } from 'lru-cache';

/** More than the payments under way at once. A missing state is read from its stream. */
const STATES_MAX = 2_000;

/**
 * States of unfinished payments from recent pages, each at a revision of its stream, so that the next page need not
 * read the stream. A stream never changes at a revision, so no state becomes wrong.
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
