import { atMost } from '@halyard/core';
import { LRUCache } from 'lru-cache';

const STREAMS_MAX = 10_000;

interface Revision {
  readonly stream: string;
  readonly revision: number;
}

/**
 * Revisions that this process has stored, or built on: an append to such a stream need not be looked up before it.
 * Events are stored in one order and none is ever removed: while the newest of them is there, all are. A server that
 * has lost commits, as one that took over from another may have, is found out by that.
 */
export class KnownRevisions {
  private readonly last = new LRUCache<string, number>(atMost(STREAMS_MAX));
  private stored: Revision | undefined;

  /** The last event of the last group; whoever relies on `has` makes sure that it is still there. */
  get newest(): Revision | undefined {
    return this.stored;
  }

  has(stream: string, revision: number): boolean {
    const last = this.stored && this.last.get(stream);
    return last !== undefined && revision <= last;
  }

  /**
   * A group of appends was stored.
   *
   * @param continued its streams that were there before, with their last revisions
   */
  add(continued: Iterable<readonly [stream: string, revision: number]>, newest: Revision): void {
    for (const [stream, revision] of continued) this.last.set(stream, revision);
    this.stored = newest;
  }

  /** Nothing is known any more: the server may be another one. */
  forget(): void {
    this.last.clear();
    this.stored = undefined;
  }
}
