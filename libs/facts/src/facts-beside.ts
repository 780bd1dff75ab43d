import { dataRule, redacted, type Redaction, redactionOf } from '@halyard/contracts/redaction';
import type { Differences } from '@halyard/messaging';
import { queryPrepared } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { AnyFact, FactKind } from './fact-kind.js';
import { columnsOf } from './fact-columns.js';

/** Stores facts of a rebuild that are newer than those that it has stored. */
const TAKE = {
  name: 'take-facts-again',
  text: `INSERT INTO facts_beside (kind, id, version, fact)
         SELECT $1, id, version, fact::jsonb FROM unnest($2::uuid[], $3::bigint[], $4::text[]) AS told (id, version, fact)
         ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, fact = excluded.fact
         WHERE facts_beside.version < excluded.version`,
};

/** $2 names the members that a fact's version says nothing about. */
const DIFFERS = `serving.version = rebuilt.version
  AND (serving.fact - $2::text[]) IS DISTINCT FROM (rebuilt.fact - $2::text[])`;

const COMPARE = `
  SELECT count(*) OVER ()::int AS rows, id, serving.fact AS serves, rebuilt.fact AS rebuilt
  FROM facts_beside AS rebuilt JOIN facts AS serving USING (kind, id)
  WHERE kind = $1 AND ${DIFFERS} ORDER BY id LIMIT 10`;

/**
 * Adds the facts that are missing or older, and, if $3 is true, replaces those that differ. It selects them before it
 * writes, because an upsert locks every row that it conflicts with. They are in the order in which facts are told, so
 * that the two can't deadlock.
 */
const FINISH = `
  INSERT INTO facts (kind, id, version, fact)
  SELECT kind, id, rebuilt.version, (rebuilt.fact - $2::text[]) || coalesce(
    (SELECT jsonb_object_agg(key, value) FROM jsonb_each(coalesce(serving.fact, rebuilt.fact)) WHERE key = ANY ($2)), '{}'
  )
  FROM facts_beside AS rebuilt LEFT JOIN facts AS serving USING (kind, id)
  WHERE kind = $1 AND (
    serving.version IS NULL OR serving.version < rebuilt.version OR ($3::boolean AND ${DIFFERS})
  )
  ORDER BY id
  ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, fact = excluded.fact, stale = false
  WHERE facts.version < excluded.version OR ($3::boolean AND facts.version = excluded.version)`;

const BYTES_MAX = 8_192;

/** Facts contain no links. */
const REPLACED = { baseUrl: '', hrefOf: (href: string) => href };

interface DifferingRow {
  readonly rows: number;
  readonly id: string;
  readonly serves: unknown;
  readonly rebuilt: unknown;
}

/** The facts of one kind that a rebuild has heard again. Nobody reads them before they take their place. */
export class FactsBeside<Fact extends AnyFact> {
  private readonly redaction: Redaction;

  constructor(private readonly kind: FactKind<Fact>) {
    this.redaction = redactionOf(dataRule(kind.schema, kind.name));
  }

  async take(tx: EntityManager, facts: readonly Fact[]): Promise<void> {
    await queryPrepared(tx, TAKE, [this.kind.name, ...columnsOf(this.kind, facts)]);
  }

  /** Compares facts of one version. A fact that has another version here was told directly, or will be. */
  async compare(tx: EntityManager): Promise<Differences> {
    const rows = await tx.query<DifferingRow[]>(COMPARE, [this.kind.name, this.unversioned]);
    const first = rows.map(({ id, serves, rebuilt }) => ({
      key: `facts ${this.kind.name} ${id}`,
      serves: this.shown(serves),
      rebuilt: this.shown(rebuilt),
    }));
    return { rows: rows[0]?.rows ?? 0, first };
  }

  /** @param replaces whether a fact takes the place of one that has its version and differs */
  async finish(tx: EntityManager, replaces: boolean): Promise<void> {
    await tx.query(FINISH, [this.kind.name, this.unversioned, replaces]);
    await this.drop(tx);
  }

  async drop(tx: EntityManager): Promise<void> {
    await tx.query('DELETE FROM facts_beside WHERE kind = $1', [this.kind.name]);
  }

  private get unversioned(): readonly string[] {
    return this.kind.unversioned ?? [];
  }

  private shown(fact: unknown): unknown {
    return JSON.parse(redacted(fact, this.redaction, BYTES_MAX, REPLACED).text);
  }
}
