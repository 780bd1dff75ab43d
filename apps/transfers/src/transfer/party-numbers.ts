import type { KnownTransfers } from './known-transfers.js';

/** A few bytes each; parties that are not cached are looked up. */
const PARTIES_MAX = 50_000;

/**
 * The number of the last transfer in each party's list. Cached from page to page, since only one process moves the read
 * model: if another has moved it, the page fails and the cache is dropped.
 */
export class PartyNumbers {
  private readonly last = new Map<string, bigint>();

  constructor(private readonly known: KnownTransfers) {}

  /** Loads these parties for `next`. */
  async know(partyIds: ReadonlySet<string>): Promise<void> {
    if (this.last.size > PARTIES_MAX) this.forget();
    const unknown = [...partyIds].filter((partyId) => !this.last.has(partyId));
    if (unknown.length === 0) return;
    for (const [partyId, number] of await this.known.lastNumbers(unknown)) this.last.set(partyId, number);
  }

  /** The number of the party's next transfer. */
  next(partyId: string): bigint {
    const last = this.last.get(partyId);
    if (last === undefined) throw new Error('the numbers of this party are not known');
    this.last.set(partyId, last + 1n);
    return last + 1n;
  }

  forget(): void {
    this.last.clear();
  }
}
