import type { Topic } from '@halyard/contracts';
import type { z } from 'zod';

/** Every fact has the version of its resource. An older version never overwrites a newer one. */
export interface AnyFact {
  readonly version: number;
}

/** A kind of resource about which other services than its owner know facts. */
export interface FactKind<Fact extends AnyFact> {
  /** Names the rows, the consumer and the read model, so it must never change. */
  readonly name: string;
  readonly schema: z.ZodType<Fact>;
  readonly idOf: (fact: Fact) => string;
  /** The owners' topics. Every event states the resource in its new state. */
  readonly topics: readonly Topic[];
}
