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

/** A funding source, with its owner where that is known too. */
export interface OwnedSource {
  readonly source: FundingSourceFact;
  readonly owner: PartyFact | undefined;
}

/** Each owner is looked up by itself: how many a join would find the planner can't tell, and reads all of them to be sure. */
const READ_OWNED = {
  name: 'read-owned-sources',
  text: `SELECT source.id, source.fact AS source, (
           SELECT owner.fact FROM facts AS owner
           WHERE owner.kind = $2 AND owner.id = (source.fact ->> 'ownerId')::uuid AND NOT owner.stale
         ) AS owner
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

  /** As `find`, with the owner in the same look. */
  findOwned(id: string): Promise<OwnedSource | undefined> {
    return this.ownedReads.add(id);
  }

  private async readOwned(ids: readonly string[]): Promise<readonly (OwnedSource | undefined)[]> {
    interface Row {
      readonly id: string;
      readonly source: FundingSourceFact;
      readonly owner: PartyFact | null;
    }
    const rows = await queryPrepared<Row>(this.dataSource, READ_OWNED, [this.kind.name, party.name, ids]);
    const byId = new Map(rows.map(({ id, source, owner }) => [id, { source, owner: owner ?? undefined }]));
    return ids.map((id) => byId.get(id));
  }
}
