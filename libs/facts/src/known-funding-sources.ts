import { Injectable } from '@nestjs/common';
import { fundingSourceFact, type FundingSourceFact, fundingSourcesEvents, type PartyFact } from '@halyard/contracts';
import { ServiceCalls } from '@halyard/http';
import { Batcher, queryPrepared } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import type { FactKind } from './fact-kind.js';
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

/** Parties are looked up one by one: how many a join would find the planner can't tell, and reads all to be sure. */
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

/** What this service knows of funding sources. */
@Injectable()
export class KnownFundingSources extends KnownFacts<FundingSourceFact> {
  private readonly ownedReads = new Batcher((ids: readonly string[]) => this.readOwned(ids), BATCHES);

  constructor(dataSource: DataSource, calls: ServiceCalls) {
    super(fundingSource, dataSource, calls);
  }

  /** As `find`, with the parties in the same look. */
  findOwned(id: string): Promise<OwnedSource | undefined> {
    return this.ownedReads.add(id);
  }

  private async readOwned(ids: readonly string[]): Promise<readonly (OwnedSource | undefined)[]> {
    interface Row {
      readonly id: string;
      readonly source: FundingSourceFact;
      readonly owner: PartyFact | null;
      readonly account: PartyFact | null;
    }
    const rows = await queryPrepared<Row>(this.dataSource, READ_OWNED, [this.kind.name, party.name, ids]);
    const byId = new Map(
      rows.map(({ id, source, owner, account }) => [
        id,
        { source, owner: owner ?? undefined, account: account ?? undefined },
      ]),
    );
    return ids.map((id) => byId.get(id));
  }
}
