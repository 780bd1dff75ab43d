import { Injectable } from '@nestjs/common';
import type { PartyFact } from '@halyard/contracts/parties';
import { FactsConsumer, type NewFact, KnownParties } from '@halyard/facts';
import { Changes } from '@halyard/changes';
import type { EntityManager } from 'typeorm';
import { SourceOwners } from './source-owners.js';

@Injectable()
export class PartyConsumer extends FactsConsumer<PartyFact> {
  constructor(
    known: KnownParties,
    private readonly owners: SourceOwners,
    private readonly changes: Changes,
  ) {
    super(known);
  }

  protected override hear(news: readonly NewFact<PartyFact>[], tx: EntityManager): Promise<void> {
    return this.owners.accept(this.changes.within(tx), news);
  }
}
