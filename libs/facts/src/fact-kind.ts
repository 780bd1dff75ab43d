import type { Topic } from '@halyard/contracts';
import type { z } from 'zod';

/** A fact of any kind. It has the version of its resource, and an older version never replaces a newer one. */
export interface AnyFact {
  readonly version: number;
}

/** A kind of resource about which services other than its owner know facts. */
export interface FactKind<Fact extends AnyFact> {
  /** The name of the kind in rows, of its consumer and of its read model. It must never change. */
  readonly name: string;
  readonly schema: z.ZodType<Fact>;
  readonly idOf: (fact: Fact) => string;
  /** The owners' topics. Every event has the whole new state of its resource. */
  readonly topics: readonly Topic[];
  /** Members of a fact that its owner may change without a new version. */
  readonly unversioned?: readonly string[];
}
