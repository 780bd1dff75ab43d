import { Injectable } from '@nestjs/common';
import type { StoredEvent, SubscriptionBatch } from '@halyard/event-store';
import { openPool, runPipeline, type Step, StepFailed } from '@halyard/persistence';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { CHECKPOINT_MOVED, type Checkpoint, moveStep } from './checkpoints.rows.js';
import type { Projection } from './projection.js';

/** A read model as the page finds it. */
export interface Taker {
  readonly projection: Projection;
  readonly checkpoint: Checkpoint;
}

/** Nothing of the page stands, because of one of the read models that it was for. */
export class TakerFailed extends Error {
  override readonly name = 'TakerFailed';
  constructor(
    readonly projection: Projection,
    options: ErrorOptions,
  ) {
    super(`the read model ${projection.name} did not take a page`, options);
  }
}

/** Another process has moved the checkpoint, or an operator has the read model built again. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/** The database ends a page whose process was stopped in the middle of it: its successor waits for the checkpoints. */
const STALLED_MS = 5_000;
/** A page for all, and some for those that catch up. */
const CONNECTIONS_MAX = 3;

/**
 * Connections that write nothing but pages. A page that a crash of the server takes with it is made again from its
 * checkpoint, which goes with it, so no page waits for the disk. Plans are kept for a connection's life, and must not be
 * those of the tables' first, small days.
 */
const SESSION = `
  SET synchronous_commit = off; SET transaction_timeout = ${STALLED_MS}; SET plan_cache_mode = force_generic_plan;
  SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off`;

/** Writes pages: the effects of all read models that take one, and their checkpoints, in one transaction. */
@Injectable()
export class PageWriter {
  private pool: Pool | undefined;

  constructor(private readonly dataSource: DataSource) {}

  async close(): Promise<void> {
    const { pool } = this;
    this.pool = undefined;
    await pool?.end();
  }

  /** @throws TakerFailed where it is one read model's fault, or its checkpoint's; and what the connection throws */
  async write(takers: readonly Taker[], batch: SubscriptionBatch): Promise<void> {
    try {
      await this.run(takers, await stepsOf(takers, batch), batch);
    } catch (error) {
      for (const { projection } of takers) projection.forget?.();
      throw error;
    }
  }

  private async run(takers: readonly Taker[], written: Written, { position }: SubscriptionBatch): Promise<void> {
    const from = new Map(takers.map(({ projection, checkpoint }) => [projection.name, checkpoint]));
    const client = await this.connect();
    try {
      await runPipeline(client, [moveStep(from, position), ...written.steps]);
      client.release();
    } catch (error) {
      // After anything but an error of the statement nobody knows what the connection still has to answer.
      client.release(!isOfStatement(error));
      throw error instanceof StepFailed ? failureOf(error, takers, written) : error;
    }
  }

  private connect(): Promise<PoolClient> {
    this.pool ??= poolFor(this.dataSource);
    return this.pool.connect();
  }
}

interface Written {
  readonly steps: readonly Step[];
  /** Whose each step is. */
  readonly owners: readonly Projection[];
}

async function stepsOf(takers: readonly Taker[], { events }: SubscriptionBatch): Promise<Written> {
  const steps: Step[] = [];
  const owners: Projection[] = [];
  for (const { projection, checkpoint } of takers) {
    const own = newIn(events, checkpoint).filter(isFor(projection));
    if (own.length === 0) continue;
    try {
      for (const step of await projection.apply({ events: own, furthest: checkpoint.furthest })) {
        steps.push(step);
        owners.push(projection);
      }
    } catch (error) {
      throw new TakerFailed(projection, { cause: error });
    }
  }
  return { steps, owners };
}

/** A read model that comes back to the page may have taken the page's beginning already. */
function newIn(events: readonly StoredEvent[], { position }: Checkpoint): readonly StoredEvent[] {
  const [first] = events;
  return first && first.position <= position ? events.filter((event) => event.position > position) : events;
}

const isFor =
  ({ streamPrefixes }: Projection) =>
  ({ stream }: StoredEvent): boolean => {
    for (const prefix of streamPrefixes) if (stream.startsWith(prefix)) return true;
    return false;
  };

const isOfStatement = (error: unknown): boolean =>
  error instanceof StepFailed && error.cause instanceof DatabaseError && error.cause.severity === 'ERROR';

function failureOf({ step, cause }: StepFailed, takers: readonly Taker[], { owners }: Written): unknown {
  const moved = cause instanceof DatabaseError && cause.code === CHECKPOINT_MOVED ? cause.detail : undefined;
  const taker = takers.find(({ projection }) => projection.name === moved);
  if (taker) return new TakerFailed(taker.projection, { cause: new CheckpointMoved(moved) });
  // The first step moves the checkpoints; after the last one it was the commit that failed.
  const owner = owners[step - 1];
  return owner && cause instanceof DatabaseError ? new TakerFailed(owner, { cause }) : cause;
}

function poolFor({ options }: DataSource): Pool {
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('pages are written to Postgres');
  return openPool({
    connectionString: options.url,
    application_name: 'halyard-transfers-follower',
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: 5_000,
    query_timeout: 4 * STALLED_MS,
    keepAlive: true,
    verify: (client, done) => {
      client.query(SESSION).then(() => done(), done);
    },
  });
}
