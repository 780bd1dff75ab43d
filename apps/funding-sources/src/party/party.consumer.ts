import { Injectable } from '@nestjs/common';
import { authEvents, type CloudEvent, customersEvents, partyFact } from '@halyard/contracts';
import { Changes, EventConsumer } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import { Parties } from './parties.js';

const types = new Set([...Object.keys(authEvents.schemas), ...Object.keys(customersEvents.schemas)]);

/** Hears of accounts and customers. Every event of theirs states the party as it is since. */
@Injectable()
export class PartyConsumer extends EventConsumer {
  override readonly name = 'parties';
  override readonly topics = [authEvents.topic, customersEvents.topic];

  constructor(
    private readonly parties: Parties,
    private readonly changes: Changes,
  ) {
    super();
  }

  override async handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    const news = events
      .filter(({ type }) => types.has(type))
      .map(({ data, time, traceparent }) => ({ fact: partyFact.parse(data), at: new Date(time), traceparent }));
    if (news.length > 0) await this.parties.accept(this.changes.within(tx), news);
  }

  override clear(tx: EntityManager): Promise<void> {
    return this.parties.forget(tx);
  }
}
