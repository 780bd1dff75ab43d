import type { CloudEvent, Topic } from '@halyard/contracts';
import { EventConsumer } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { AnyFact } from './fact-kind.js';
import type { KnownFacts } from './known-facts.js';

export interface NewFact<Fact> {
  readonly fact: Fact;
  /** When the fact became true, in the account's time. */
  readonly at: Date;
  /** Trace context of the event. */
  readonly traceparent?: string;
}

export abstract class FactsConsumer<Fact extends AnyFact> extends EventConsumer {
  override readonly name: string;
  override readonly topics: readonly Topic[];

  private readonly stated: z.ZodType<{ readonly fact: Fact }>;

  constructor(private readonly known: KnownFacts<Fact>) {
    super();
    this.name = `${known.kind.name}-facts`;
    this.topics = known.kind.topics;
    this.stated = z.object({ fact: known.kind.schema });
  }

  override handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    const news = events.map(({ data, time, traceparent }) => ({
      fact: this.stated.parse(data).fact,
      at: new Date(time),
      traceparent,
    }));
    return this.hear(news, tx);
  }

  override clear(tx: EntityManager): Promise<void> {
    return this.known.forget(tx);
  }

  protected async hear(news: readonly NewFact<Fact>[], tx: EntityManager): Promise<void> {
    await this.known.learn(
      news.map(({ fact }) => fact),
      tx,
    );
  }
}
