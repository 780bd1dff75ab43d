import { Injectable } from '@nestjs/common';
import type { CloudEvent } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { type EffectInSteps, EventConsumer, type RebuildSteps } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import { OwnSender } from '../own-sender.js';
import { publicEventsOf } from '../public-topics.js';
import { beginRebuild, type ReportedFact } from '../rebuild-events/rebuild-events.rows.js';
import { handedOf, recordEvents, recordLost, recordStep } from './record-events.rows.js';

@Injectable()
export class PublicEventsConsumer extends EventConsumer {
  override readonly name = 'public-events';
  override readonly topics = [
    'auth.events.v1',
    'customers.events.v1',
    'funding-sources.events.v1',
    'transfers.events.v1',
  ] as const;

  override readonly rebuildSteps: RebuildSteps = {
    begin: beginRebuild,
    take: (events, tx) => recordLost(tx, reportedBy(events), this.clock.system()),
  };

  constructor(
    private readonly clock: Clock,
    private readonly sender: OwnSender,
  ) {
    super();
  }

  override effectOf(events: readonly CloudEvent[]): EffectInSteps {
    const published = events.flatMap(publicEventsOf);
    if (published.length === 0) return { steps: [] };
    const step = recordStep(published, { at: this.clock.system(), isOnce: true, worker: this.sender.worker });
    return {
      steps: [step],
      onEnd: (answers) => {
        if (!answers) return this.sender.look();
        const handed = handedOf(published, answers[0] ?? null);
        if (handed.length > 0) this.sender.accept(handed);
      },
    };
  }

  override async handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    const facts = reportedBy(events);
    if (facts.length > 0) await recordEvents(tx, facts, this.clock.system());
  }
}

function reportedBy(events: readonly CloudEvent[]): ReportedFact[] {
  return events.flatMap((fact) => {
    const recordedAt = new Date(fact.recordedtime ?? fact.time);
    return publicEventsOf(fact).map((event) => ({ event, recordedAt }));
  });
}
