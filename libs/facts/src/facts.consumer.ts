import type { CloudEvent, Topic } from '@halyard/contracts';
import { EventConsumer, type RebuildSteps } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import type { AnyFact } from './fact-kind.js';
import { FactsBeside } from './facts-beside.js';
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
  override readonly rebuildSteps: RebuildSteps;

  private readonly stated: z.ZodType<{ readonly fact: Fact }>;

  constructor(private readonly known: KnownFacts<Fact>) {
    super();
    this.name = `${known.kind.name}-facts`;
    this.topics = known.kind.topics;
    this.stated = z.object({ fact: known.kind.schema });
    const beside = new FactsBeside(known.kind);
    this.rebuildSteps = {
      take: (events, tx) =>
        beside.take(
          tx,
          events.map((event) => this.factIn(event)),
        ),
      compare: (tx) => beside.compare(tx),
      finish: (tx, replaces) => beside.finish(tx, replaces),
      drop: (tx) => beside.drop(tx),
    };
  }

  override handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    const news = events.map((event) => ({
      fact: this.factIn(event),
      at: new Date(event.time),
      traceparent: event.traceparent,
    }));
    return this.hear(news, tx);
  }

  protected async hear(news: readonly NewFact<Fact>[], tx: EntityManager): Promise<void> {
    await this.known.learn(
      news.map(({ fact }) => fact),
      tx,
    );
  }

  private factIn({ data }: CloudEvent): Fact {
    return this.stated.parse(data).fact;
  }
}
