import type { Topic } from '@halyard/contracts';
import type { z } from 'zod';

/** Every fact has the version of its resource that it states. An older one never overwrites a newer one. */
export interface Versioned {
  readonly version: number;
}

/** A kind of resource that services other than its owner know facts of. */
export interface FactKind<Fact extends Versioned> {
  /** Names the rows, the consumer and the read model: stable for ever. */
  readonly name: string;
  readonly schema: z.ZodType<Fact>;
  readonly idOf: (fact: Fact) => string;
  /** The topics of the owners: every event states the resource as it is since. */
  readonly topics: readonly Topic[];
}
