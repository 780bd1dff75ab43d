import { Injectable } from '@nestjs/common';
import { fundingSourceFact, type FundingSourceFact, fundingSourcesEvents, type PartyFact } from '@halyard/contracts';
import { atMost } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { Batcher, binaryColumns, queryPrepared } from '@halyard/persistence';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import type { FactKind, Versioned } from './fact-kind.js';
import { BATCHES, KnownFacts } from './known-facts.js';
import { party } from './known-parties.js';

export const fundingSource: FactKind<FundingSourceFact> = {
  name: 'funding-source',
  schema: fundingSourceFact,
  idOf: ({ fundingSourceId }) => fundingSourceId,
  topics: [fundingSourcesEvents.topic],
};

/** A funding source, with its owner and the account that it belongs to, where they are known too. */
export interface OwnedSource {
  readonly source: FundingSourceFact;
  readonly owner: PartyFact | undefined;
  readonly account: PartyFact | undefined;
}

/** Parties are looked up one by one: the planner can't tell how many a join would find, and would read all of them. */
const READ_OWNED = {
  name: 'read-owned-sources',
  text: `SELECT source.id, source.fact AS source, (
           SELECT owner.fact FROM facts AS owner
           WHERE owner.kind = $2 AND owner.id = (source.fact ->> 'ownerId')::uuid AND NOT owner.stale
         ) AS owner, (
           SELECT account.fact FROM facts AS account
           WHERE account.kind = $2 AND account.id = (source.fact ->> 'accountId')::uuid AND NOT account.stale
         ) AS account
         FROM facts AS source
         WHERE source.kind = $1 AND source.id = ANY($3::uuid[]) AND NOT source.stale`,
};

const REMEMBERED_MAX = 4_000;

/** Indexes, from 1, of the facts that no longer have the given version. Looked up one by one, as above. */
const CHANGED = {
  name: 'changed-facts',
  text: `SELECT ordinal::integer
         FROM unnest($1::text[], $2::uuid[], $3::bigint[]) WITH ORDINALITY AS remembered (kind, id, version, ordinal)
         WHERE remembered.version IS DISTINCT FROM (
           SELECT version FROM facts
           WHERE facts.kind = remembered.kind AND facts.id = remembered.id AND NOT stale
         )`,
};

/** What this service knows of funding sources. */
@Injectable()
export class KnownFundingSources extends KnownFacts<FundingSourceFact> {
  /** As read from the table. */
  private readonly remembered = new LRUCache<string, OwnedSource>(atMost(REMEMBERED_MAX));
  private readonly ownedReads = new Batcher((ids: readonly string[]) => this.readOwned(ids), BATCHES);

  constructor(dataSource: DataSource, calls: ServiceCalls) {
    super(fundingSource, dataSource, calls);
  }

  /** Like `find`, with the parties in the same query. */
  findOwned(id: string): Promise<OwnedSource | undefined> {
    return this.ownedReads.add(id);
  }

  /** What was read before need not be read again while each part still has its version. */
  private async readOwned(ids: readonly string[]): Promise<readonly (OwnedSource | undefined)[]> {
    const standing = await this.standing(ids);
    const others = ids.filter((id) => !standing.has(id));
    const read = others.length > 0 ? await this.readAnew(others) : undefined;
    return ids.map((id) => standing.get(id) ?? read?.get(id));
  }

  private async standing(ids: readonly string[]): Promise<ReadonlyMap<string, OwnedSource>> {
    const remembered = new Map<string, OwnedSource>();
    const parts = new Map<string, { readonly kind: string; readonly fact: Versioned }>();
    for (const id of ids) {
      const owned = this.remembered.get(id);
      if (!owned) continue;
      remembered.set(id, owned);
      parts.set(id, { kind: this.kind.name, fact: owned.source });
      for (const fact of partiesOf(owned)) parts.set(fact.partyId, { kind: party.name, fact });
    }
    if (parts.size === 0) return remembered;
    const columns = binaryColumns(
      [...parts],
      ['text', ([, { kind }]) => kind],
      ['uuid', ([id]) => id],
      ['bigint', ([, { fact }]) => BigInt(fact.version)],
    );
    const rows = await queryPrepared<{ readonly ordinal: number }>(this.dataSource, CHANGED, columns);
    const numbered = [...parts.keys()];
    const changed = new Set(rows.map(({ ordinal }) => numbered[ordinal - 1]));
    for (const [id, owned] of remembered) {
      if (changed.has(id) || partiesOf(owned).some(({ partyId }) => changed.has(partyId))) remembered.delete(id);
    }
    return remembered;
  }

  private async readAnew(ids: readonly string[]): Promise<ReadonlyMap<string, OwnedSource>> {
    interface Row {
      readonly id: string;
      readonly source: FundingSourceFact;
      readonly owner: PartyFact | null;
      readonly account: PartyFact | null;
    }
    const rows = await queryPrepared<Row>(this.dataSource, READ_OWNED, [this.kind.name, party.name, ids]);
    const read = new Map<string, OwnedSource>();
    for (const { id, source, owner, account } of rows) {
      const owned = { source, owner: owner ?? undefined, account: account ?? undefined };
      read.set(id, owned);
      if (owner && account) this.remembered.set(id, owned);
    }
    return read;
  }
}

const partiesOf = ({ owner, account }: OwnedSource): PartyFact[] =>
  [owner, account].filter((fact) => fact !== undefined);
