import type { Operation, ServiceRoute } from '@halyard/contracts';
import type { ServiceCalls } from '@halyard/http';
import { Batcher, queryPrepared } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import { columnsOf } from './fact-columns.js';
import type { FactKind, AnyFact } from './fact-kind.js';

export const BATCHES = { sizeMax: 1_000, gathers: false };

const READ_FACTS = {
  name: 'read-facts',
  text: 'SELECT id, fact FROM facts WHERE kind = $1 AND id = ANY($2::uuid[]) AND NOT stale',
};

/**
 * Stores facts that are newer than the stored ones, or equal to them. So it does no harm if the bus repeats what was
 * told directly.
 */
const LEARN = {
  name: 'learn-facts',
  text: `INSERT INTO facts (kind, id, version, fact)
         SELECT $1, id, version, fact::jsonb FROM unnest($2::uuid[], $3::bigint[], $4::text[]) AS told (id, version, fact)
         ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, fact = excluded.fact, stale = false
         WHERE facts.version < excluded.version OR (facts.stale AND facts.version = excluded.version)`,
};

/**
 * One service's facts about one kind of resource that belongs to other services. A fact comes in three ways: the owner
 * tells it before it answers its own client, the bus brings it, or the service asks for it. An older version never
 * replaces a newer one. Even a forgotten fact keeps its version, so the bus can't undo what was told.
 */
export abstract class KnownFacts<Fact extends AnyFact> {
  private readonly reads = new Batcher((ids: readonly string[]) => this.readAll(ids), BATCHES);

  constructor(
    readonly kind: FactKind<Fact>,
    protected readonly dataSource: DataSource,
    private readonly calls: ServiceCalls,
  ) {}

  /** Reads a fact from the database and never from a cache, so that it sees everything that was told before. */
  find(id: string): Promise<Fact | undefined> {
    return this.reads.add(id);
  }

  /**
   * Asks the owner for a fact, without storing the answer: see `learn`.
   *
   * @returns undefined if the resource exists in no account
   * @throws DomainError the owner's answer; ServiceUnavailable
   */
  async ask(route: ServiceRoute, id: string, operation: Operation): Promise<Fact | undefined> {
    const answer = await this.calls.ask(route, id, operation);
    return answer === undefined ? undefined : this.kind.schema.parse(answer);
  }

  /** Stores those of the facts that are newer than the known ones, in one statement. */
  async learn(facts: readonly Fact[], tx: EntityManager = this.dataSource.manager): Promise<void> {
    if (facts.length === 0) return;
    await queryPrepared(tx, LEARN, [this.kind.name, ...columnsOf(this.kind, facts)]);
  }

  private async readAll(ids: readonly string[]): Promise<readonly (Fact | undefined)[]> {
    const rows = await queryPrepared<{ readonly id: string; readonly fact: Fact }>(this.dataSource, READ_FACTS, [
      this.kind.name,
      ids,
    ]);
    const byId = new Map(rows.map(({ id, fact }) => [id, fact]));
    return ids.map((id) => byId.get(id));
  }
}

/** Locks the fact of a resource until the commit. Newer facts wait for it. */
export async function lockFact<Fact extends AnyFact>(
  tx: EntityManager,
  { name }: FactKind<Fact>,
  id: string,
): Promise<Fact | undefined> {
  const sql = 'SELECT fact FROM facts WHERE kind = $1 AND id = $2 AND NOT stale FOR UPDATE';
  const [row] = await tx.query<{ readonly fact: Fact }[]>(sql, [name, id]);
  return row?.fact;
}
