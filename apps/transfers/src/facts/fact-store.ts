import { Injectable } from '@nestjs/common';
import type { FundingSourceFact, PartyFact } from '@halyard/contracts';
import { Batcher, queryPrepared } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';

const BATCHES = { sizeMax: 1_000, gathers: false };

/** A funding source as this service has heard of it, with its owner where it has heard of that too. */
export interface StoredSource {
  readonly source: FundingSourceFact;
  readonly owner: PartyFact | undefined;
}

/** A source's columns, and its owner's behind them. */
interface SourceRow {
  readonly funding_source_id: string;
  readonly account_id: string;
  readonly owner_kind: FundingSourceFact['ownerKind'];
  readonly owner_id: string;
  readonly type: FundingSourceFact['type'];
  readonly status: FundingSourceFact['status'];
  readonly removed: boolean;
  readonly version: string;
  readonly party_id: string | null;
  readonly party_account_id: string;
  readonly kind: PartyFact['kind'];
  readonly party_type: PartyFact['type'];
  readonly party_status: PartyFact['status'];
  readonly party_version: string;
}

type PartyRow = Pick<
  SourceRow,
  'party_id' | 'party_account_id' | 'kind' | 'party_type' | 'party_status' | 'party_version'
>;

const PARTY = `p.party_id, p.account_id AS party_account_id, p.kind, p.type AS party_type, p.status AS party_status,
  p.version AS party_version`;

const READ_SOURCES = {
  name: 'read-source-facts',
  text: `SELECT s.funding_source_id, s.account_id, s.owner_kind, s.owner_id, s.type, s.status, s.removed, s.version, ${PARTY}
         FROM funding_source_facts s LEFT JOIN party_facts p ON p.party_id = s.owner_id AND NOT p.stale
         WHERE s.funding_source_id = ANY($1::uuid[]) AND NOT s.stale`,
};

const READ_PARTIES = {
  name: 'read-party-facts',
  text: `SELECT ${PARTY} FROM party_facts p WHERE p.party_id = ANY($1::uuid[]) AND NOT p.stale`,
};

/**
 * What other services told of funding sources and their owners. A fact never gives way to an older version of it: also
 * not once it is forgotten, when only its version stays, so that what the bus says again can't turn back what was told.
 */
@Injectable()
export class FactStore {
  private readonly sources = new Batcher((ids: readonly string[]) => this.readSources(ids), BATCHES);
  private readonly parties = new Batcher((ids: readonly string[]) => this.readParties(ids), BATCHES);

  constructor(private readonly dataSource: DataSource) {}

  /** Reads what stands in the database now, never a cached copy: what was told before is seen. */
  source(fundingSourceId: string): Promise<StoredSource | undefined> {
    return this.sources.add(fundingSourceId);
  }

  /** As `source`, of a party. */
  party(partyId: string): Promise<PartyFact | undefined> {
    return this.parties.add(partyId);
  }

  async putSources(facts: readonly FundingSourceFact[], tx: EntityManager = this.dataSource.manager): Promise<void> {
    if (facts.length === 0) return;
    await tx.query(
      `INSERT INTO funding_source_facts
         (funding_source_id, account_id, owner_kind, owner_id, type, status, removed, version)
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS fact (
         "fundingSourceId" uuid, "accountId" uuid, "ownerKind" text, "ownerId" uuid,
         type text, status text, removed boolean, version bigint)
       ON CONFLICT (funding_source_id) DO UPDATE SET
         account_id = excluded.account_id, owner_kind = excluded.owner_kind, owner_id = excluded.owner_id,
         type = excluded.type, status = excluded.status, removed = excluded.removed, version = excluded.version,
         stale = false
       WHERE ${isNews('funding_source_facts')}`,
      [JSON.stringify(newestOfEach(facts, ({ fundingSourceId }) => fundingSourceId))],
    );
  }

  async putParties(facts: readonly PartyFact[], tx: EntityManager = this.dataSource.manager): Promise<void> {
    if (facts.length === 0) return;
    await tx.query(
      `INSERT INTO party_facts (party_id, account_id, kind, type, status, version)
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS fact (
         "partyId" uuid, "accountId" uuid, kind text, type text, status text, version bigint)
       ON CONFLICT (party_id) DO UPDATE SET
         account_id = excluded.account_id, kind = excluded.kind, type = excluded.type,
         status = excluded.status, version = excluded.version, stale = false
       WHERE ${isNews('party_facts')}`,
      [JSON.stringify(newestOfEach(facts, ({ partyId }) => partyId))],
    );
  }

  /** From now on nothing is known of any funding source, until it is heard again, or its owner asked. */
  async forgetSources(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE funding_source_facts SET stale = true');
  }

  /** As `forgetSources`, of parties. */
  async forgetParties(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE party_facts SET stale = true');
  }

  private async readSources(ids: readonly string[]): Promise<readonly (StoredSource | undefined)[]> {
    const rows = await queryPrepared<SourceRow>(this.dataSource, READ_SOURCES, [ids]);
    const byId = new Map(rows.map((row) => [row.funding_source_id, { source: sourceOf(row), owner: partyOf(row) }]));
    return ids.map((id) => byId.get(id));
  }

  private async readParties(ids: readonly string[]): Promise<readonly (PartyFact | undefined)[]> {
    const rows = await queryPrepared<PartyRow>(this.dataSource, READ_PARTIES, [ids]);
    const byId = new Map(rows.map((row) => [row.party_id, partyOf(row)]));
    return ids.map((id) => byId.get(id));
  }
}

const sourceOf = (row: SourceRow): FundingSourceFact => ({
  fundingSourceId: row.funding_source_id,
  accountId: row.account_id,
  ownerKind: row.owner_kind,
  ownerId: row.owner_id,
  type: row.type,
  status: row.status,
  removed: row.removed,
  version: Number(row.version),
});

const partyOf = (row: PartyRow): PartyFact | undefined =>
  row.party_id === null
    ? undefined
    : {
        partyId: row.party_id,
        accountId: row.party_account_id,
        kind: row.kind,
        type: row.party_type,
        status: row.party_status,
        version: Number(row.party_version),
      };

/** Whether a fact counts where the table holds another one of the same thing. */
const isNews = (table: string): string =>
  `${table}.version < excluded.version OR (${table}.stale AND ${table}.version = excluded.version)`;

/** One statement may touch a row once only; in the order of ids, so that two of them never wait for each other. */
function newestOfEach<Fact extends { readonly version: number }>(
  facts: readonly Fact[],
  idOf: (fact: Fact) => string,
): Fact[] {
  const newest = new Map<string, Fact>();
  for (const fact of facts) {
    const known = newest.get(idOf(fact));
    if (!known || known.version < fact.version) newest.set(idOf(fact), fact);
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, fact]) => fact);
}
