import { Injectable } from '@nestjs/common';
import { type FundingSourceFact, fundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { atMost } from '@halyard/core';
import type { Claim } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { Batcher, queryPrepared } from '@halyard/persistence';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { ClaimOnFacts, ClaimsAhead, factColumns, type SeenFact } from './claim-on-facts.js';
import type { FactKind, AnyFact } from './fact-kind.js';
import { BATCHES, KnownFacts } from './known-facts.js';
import { party } from './known-parties.js';

export const fundingSource: FactKind<FundingSourceFact> = {
  name: 'funding-source',
  schema: fundingSourceFact,
  idOf: ({ fundingSourceId }) => fundingSourceId,
  topics: ['funding-sources.events.v1'],
  // The balance of an account counts as created at another moment once the account's clock begins.
  unversioned: ['created'],
};

/** A funding source, with the facts about its owner and its account as far as they are known. */
export interface OwnedSource {
  readonly source: FundingSourceFact;
  readonly owner: PartyFact | undefined;
  readonly account: PartyFact | undefined;
  /** The facts that were read, with their versions. */
  readonly seen: readonly SeenFact[];
}

/**
 * Reads funding sources with their parties. Parties are looked up one by one: the planner can't tell how many a join
 * would find, so it would read all.
 */
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
/** The swap of a rebuild may replace a fact without a new version. */
const REMEMBERED_FOR = { ttl: 60_000, ttlResolution: 1_000 };

/** Answers the indexes, from 1, of the facts that no longer have the version that was read. */
const CHANGED = { name: 'changed-facts', text: 'SELECT changed_facts($1, $2, $3) AS changed' };

@Injectable()
export class KnownFundingSources extends KnownFacts<FundingSourceFact> {
  /** Funding sources as they were when last read from the table. */
  private readonly remembered = new LRUCache<string, OwnedSource>({ ...atMost(REMEMBERED_MAX), ...REMEMBERED_FOR });
  private readonly ownedReads = new Batcher((ids: readonly string[]) => this.readOwned(ids), BATCHES);

  constructor(
    dataSource: DataSource,
    calls: ServiceCalls,
    private readonly claimsAhead: ClaimsAhead,
  ) {
    super(fundingSource, dataSource, calls);
  }

  /** Finds a funding source and its parties by one query. */
  findOwned(id: string): Promise<OwnedSource | undefined> {
    return this.ownedReads.add(id);
  }

  /** The last answer of `findOwned`. It may be out of date, so a decision based on it must use `claimOn`. */
  recall(id: string): OwnedSource | undefined {
    return this.remembered.get(id);
  }

  /** Makes a claim that also fails if one of these sources, its owner or its account has changed since it was read. */
  claimOn(claim: Claim, sources: readonly OwnedSource[]): Claim {
    return new ClaimOnFacts(
      claim,
      sources.flatMap(({ seen }) => seen),
      this.claimsAhead,
    );
  }

  /** Reads funding sources. If all facts of a remembered one are unchanged, it is not read again. */
  private async readOwned(ids: readonly string[]): Promise<readonly (OwnedSource | undefined)[]> {
    const standing = await this.standing(ids);
    const others = ids.filter((id) => !standing.has(id));
    const read = others.length > 0 ? await this.readAnew(others) : undefined;
    return ids.map((id) => standing.get(id) ?? read?.get(id));
  }

  private async standing(ids: readonly string[]): Promise<ReadonlyMap<string, OwnedSource>> {
    const remembered = new Map<string, OwnedSource>();
    for (const id of ids) {
      const owned = this.remembered.get(id);
      if (!owned) continue;
      remembered.set(id, owned);
    }
    if (remembered.size === 0) return remembered;
    const stand = await this.check([...remembered.values()].map(({ seen }) => seen));
    [...remembered.keys()].forEach((id, index) => stand[index] || remembered.delete(id));
    return remembered;
  }

  /** @returns for each list, whether all its facts still have their versions */
  private async check(lists: readonly (readonly SeenFact[])[]): Promise<readonly boolean[]> {
    const facts = [...new Map(lists.flat().map((fact) => [`${fact.id} ${fact.version}`, fact])).values()];
    const [row] = await queryPrepared<{ readonly changed: readonly string[] }>(
      this.dataSource,
      CHANGED,
      factColumns(facts),
    );
    const changed = new Set(row?.changed.map((ordinal) => facts[Number(ordinal) - 1]?.id));
    return lists.map((list) => !list.some(({ id }) => changed.has(id)));
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
      const seen = [
        seenAs(fundingSource, source),
        ...[owner, account].flatMap((fact) => (fact ? [seenAs(party, fact)] : [])),
      ];
      const owned = { source, owner: owner ?? undefined, account: account ?? undefined, seen };
      read.set(id, owned);
      if (owner && account) this.remembered.set(id, owned);
    }
    return read;
  }
}

const seenAs = <Fact extends AnyFact>({ name, idOf }: FactKind<Fact>, fact: Fact): SeenFact => ({
  kind: name,
  id: idOf(fact),
  version: fact.version,
});
