import type { Topic } from '@halyard/contracts';
import type { z } from 'zod';

/** What every fact says: which change of the resource it states. An older one never overwrites a newer one. */
export interface Versioned {
  readonly version: number;
}

/** A kind of resource of which other services than its owner know facts. */
export interface FactKind<Fact extends Versioned> {
  /** Names the rows, the consumer and the read model: stable for ever. */
  readonly name: string;
  readonly schema: z.ZodType<Fact>;
  readonly idOf: (fact: Fact) => string;
  /** Where the owners tell of it: every event states the resource as it is since. */
  readonly topics: readonly Topic[];
}
