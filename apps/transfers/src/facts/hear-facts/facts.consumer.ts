import { Injectable } from '@nestjs/common';
import type { CloudEvent, Topic } from '@halyard/contracts';
import { fundingSourceFact, partyFact } from '@halyard/contracts';
import { EventConsumer } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import type { z } from 'zod';
import { FactStore } from '../fact-store.js';

/** The facts among the events. Types that this build does not know may carry something else, which is none of ours. */
const factsIn = <Fact>(schema: z.ZodType<Fact>, events: readonly CloudEvent[]): Fact[] =>
  events.map(({ data }) => schema.safeParse(data)).flatMap(({ data }) => (data === undefined ? [] : [data]));

/** Keeps what the bus says of parties: each event carries the party as it is since the event. */
@Injectable()
export class PartyFactsConsumer extends EventConsumer {
  readonly name = 'party-facts';
  readonly topics: readonly Topic[] = ['auth.events.v1', 'customers.events.v1'];

  constructor(private readonly store: FactStore) {
    super();
  }

  async handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    await this.store.putParties(factsIn(partyFact, events), tx);
  }

  override clear(tx: EntityManager): Promise<void> {
    return this.store.forgetParties(tx);
  }
}

/** Keeps what the bus says of funding sources, likewise. */
@Injectable()
export class FundingSourceFactsConsumer extends EventConsumer {
  readonly name = 'funding-source-facts';
  readonly topics: readonly Topic[] = ['funding-sources.events.v1'];

  constructor(private readonly store: FactStore) {
    super();
  }

  async handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    await this.store.putSources(factsIn(fundingSourceFact, events), tx);
  }

  override clear(tx: EntityManager): Promise<void> {
    return this.store.forgetSources(tx);
  }
}
