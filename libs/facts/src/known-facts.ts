import type { Operation, ServiceRoute } from '@halyard/contracts';
import type { ServiceCalls } from '@halyard/http';
import { Batcher, binaryColumns, queryPrepared } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import type { FactKind, Versioned } from './fact-kind.js';

export const BATCHES = { sizeMax: 1_000, gathers: false };

const READ_FACTS = {
  name: 'read-facts',
  text: 'SELECT id, fact FROM facts WHERE kind = $1 AND id = ANY($2::uuid[]) AND NOT stale',
};

/** What was told directly wins over what the bus says again: a fact counts if it is newer, or is heard again. */
const LEARN = {
  name: 'learn-facts',
  text: `INSERT INTO facts (kind, id, version, fact)
         SELECT $1, id, version, fact::jsonb FROM unnest($2::uuid[], $3::bigint[], $4::text[]) AS told (id, version, fact)
         ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, fact = excluded.fact, stale = false
         WHERE facts.version < excluded.version OR (facts.stale AND facts.version = excluded.version)`,
};

/**
 * What a service knows of one kind of other services' resources: told by the owner before it answers its own client,
 * heard on the bus, asked where nothing is known. A fact never gives way to an older version of it: also not once it is
 * forgotten, when only its version counts, so that what the bus says again can't turn back what was told.
 */
export abstract class KnownFacts<Fact extends Versioned> {
  private readonly reads = new Batcher((ids: readonly string[]) => this.readAll(ids), BATCHES);

  constructor(
    readonly kind: FactKind<Fact>,
    protected readonly dataSource: DataSource,
    private readonly calls: ServiceCalls,
  ) {}

  /** Reads what stands in the database now, never a cached copy: what was told before is seen. */
  find(id: string): Promise<Fact | undefined> {
    return this.reads.add(id);
  }

  /**
   * Asks the owner. What it answers is not kept: see `learn`.
   *
   * @returns undefined when there is no such resource, of whichever account
   * @throws DomainError as the owner answered it; ServiceUnavailable, RequestTimeout
   */
  async ask(route: ServiceRoute, id: string, operation: Operation): Promise<Fact | undefined> {
    const answer = await this.calls.ask(route, id, operation);
    return answer === undefined ? undefined : this.kind.schema.parse(answer);
  }

  /** Keeps what is newer than what is known, in one statement for any number. */
  async learn(facts: readonly Fact[], tx: EntityManager = this.dataSource.manager): Promise<void> {
    if (facts.length === 0) return;
    const newest = this.newestOfEach(facts);
    const columns = binaryColumns(
      newest,
      ['uuid', ([id]) => id],
      ['bigint', ([, { version }]) => BigInt(version)],
      ['text', ([, fact]) => JSON.stringify(fact)],
    );
    await queryPrepared(tx, LEARN, [this.kind.name, ...columns]);
  }

  /** From now on nothing is known, until it is heard again or its owner asked. */
  async forget(tx: EntityManager): Promise<void> {
    await tx.query('UPDATE facts SET stale = true WHERE kind = $1', [this.kind.name]);
  }

  /** One statement may touch a row once only; in the order of ids, so that two of them never wait for each other. */
  private newestOfEach(facts: readonly Fact[]): [string, Fact][] {
    const newest = new Map<string, Fact>();
    for (const fact of facts) {
      const id = this.kind.idOf(fact);
      const known = newest.get(id);
      if (!known || known.version < fact.version) newest.set(id, fact);
    }
    return [...newest].sort(([a], [b]) => (a < b ? -1 : 1));
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

/** What is known of a resource, locked until the commit: whoever tells otherwise waits. */
export async function lockFact<Fact extends Versioned>(
  tx: EntityManager,
  { name }: FactKind<Fact>,
  id: string,
): Promise<Fact | undefined> {
  const sql = 'SELECT fact FROM facts WHERE kind = $1 AND id = $2 AND NOT stale FOR UPDATE';
  const [row] = await tx.query<{ readonly fact: Fact }[]>(sql, [name, id]);
  return row?.fact;
}
