import type { DataSource } from 'typeorm';

/** A few bytes each; parties that are not among them are looked up. */
const PARTIES_MAX = 50_000;

/**
 * The number of the last transfer in each party's list. Kept from page to page, since whoever moves the read model is
 * alone: if somebody else has moved it, the page does not stand, and all of this is forgotten.
 */
export class PartyNumbers {
  private readonly last = new Map<string, bigint>();

  constructor(private readonly dataSource: DataSource) {}

  /** From now on `next` knows these. */
  async know(partyIds: ReadonlySet<string>): Promise<void> {
    if (this.last.size > PARTIES_MAX) this.forget();
    const unknown = [...partyIds].filter((partyId) => !this.last.has(partyId));
    if (unknown.length === 0) return;
    const rows = await this.dataSource.query<{ party_id: string; number: string }[]>(
      `SELECT party_id, coalesce((
         SELECT number FROM party_transfers AS listed WHERE listed.party_id = party.party_id
         ORDER BY number DESC LIMIT 1
       ), 0) AS number
       FROM unnest($1::uuid[]) AS party (party_id)`,
      [unknown],
    );
    for (const { party_id, number } of rows) this.last.set(party_id, BigInt(number));
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
