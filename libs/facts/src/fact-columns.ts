import { binaryColumns } from '@halyard/persistence';
import type { AnyFact, FactKind } from './fact-kind.js';

/** The ids, versions and contents of facts, as arrays for a statement that stores them. */
export const columnsOf = <Fact extends AnyFact>(kind: FactKind<Fact>, facts: readonly Fact[]): Buffer[] =>
  binaryColumns(
    newestOfEach(kind, facts),
    ['uuid', ([id]) => id],
    ['bigint', ([, { version }]) => BigInt(version)],
    ['text', ([, fact]) => JSON.stringify(fact)],
  );

/**
 * The newest of the facts about each resource, because a statement may write a row only once. They are sorted by id, so
 * that two statements can't deadlock.
 */
function newestOfEach<Fact extends AnyFact>({ idOf }: FactKind<Fact>, facts: readonly Fact[]): [string, Fact][] {
  const newest = new Map<string, Fact>();
  for (const fact of facts) {
    const id = idOf(fact);
    const known = newest.get(id);
    if (!known || known.version < fact.version) newest.set(id, fact);
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1));
}
