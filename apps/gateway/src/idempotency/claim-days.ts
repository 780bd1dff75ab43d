import type { Logger } from '@halyard/observability';
import type { DataSource, EntityManager } from 'typeorm';

const DAY_MS = 24 * 60 * 60_000;
const TABLE = 'idempotency_claims';

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const partitionOf = (day: string): string => `${TABLE}_${day.replaceAll('-', '')}`;

/** The partitions of the claims: made before their day begins, dropped when all of their keys are forgotten. */
export class ClaimDays {
  private readonly ready = new Map<string, Promise<void>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Resolves once claims of this time can be written; asks the database on the first call of a day only. */
  prepare(nowMs: number): Promise<void> {
    const today = dayOf(nowMs);
    const known = this.ready.get(today);
    if (known) return known;
    const preparing = this.make(nowMs);
    this.ready.set(today, preparing);
    preparing.then(
      () => void this.drop(nowMs),
      () => this.ready.delete(today),
    );
    return preparing;
  }

  private async make(nowMs: number): Promise<void> {
    await this.alone(async (tx) => {
      for (const ms of [nowMs, nowMs + DAY_MS]) {
        await tx.query(
          `CREATE TABLE IF NOT EXISTS ${partitionOf(dayOf(ms))} PARTITION OF ${TABLE}
           FOR VALUES FROM ('${dayOf(ms)}') TO ('${dayOf(ms + DAY_MS)}') WITH (fillfactor = 60)`,
        );
      }
    });
  }

  /** Old days cost nothing but space: what can't be dropped today is dropped tomorrow. */
  private async drop(nowMs: number): Promise<void> {
    const oldest = partitionOf(dayOf(nowMs - DAY_MS));
    try {
      await this.alone(async (tx) => {
        const partitions = await tx.query<{ name: string }[]>(
          `SELECT child.relname AS name FROM pg_inherits
           JOIN pg_class AS child ON child.oid = inhrelid WHERE inhparent = '${TABLE}'::regclass`,
        );
        for (const { name } of partitions) if (name < oldest) await tx.query(`DROP TABLE ${name}`);
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'forgotten idempotency keys could not be dropped');
    }
  }

  /** Gateways that turn the day at the same time do so one after the other. */
  private alone(work: (tx: EntityManager) => Promise<void>): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [TABLE]);
      await work(tx);
    });
  }
}
