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
    for (const event of events) {
      if (!types.has(event.type)) continue;
      const change = this.changes.within(tx, event.traceparent);
      await this.parties.accept(change, partyFact.parse(event.data), new Date(event.time));
    }
  }

  override clear(tx: EntityManager): Promise<void> {
    return this.parties.forget(tx);
  }
}
