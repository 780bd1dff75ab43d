import { Injectable } from '@nestjs/common';
import type { Position } from '@halyard/event-store';
import type { UntakenEvent } from '@halyard/messaging';
import { BinaryArray, type PipelineStep } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { type Checkpoint, Checkpoints } from './checkpoints.js';
import type { Projection } from './projection.js';
import { copyOf } from './rebuild/rebuilds.js';

interface Row {
  readonly name: string;
  readonly position: string;
  readonly rebuilt: number;
  readonly furthest: string;
  readonly stopped_from: string | null;
  readonly stopped_at: UntakenEvent | null;
}

/** The error of `move_projections` for a checkpoint that has moved. Its detail names the read model. */
export const CHECKPOINT_MOVED = 'HY001';

/** Checkpoints in the table `projections`. Moving a row locks it. */
@Injectable()
export class StoredCheckpoints extends Checkpoints {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async loadAll(): Promise<ReadonlyMap<string, Checkpoint>> {
    const rows = await this.dataSource.query<Row[]>(
      'SELECT name, position, rebuilt, furthest, stopped_from, stopped_at FROM projections',
    );
    return new Map(rows.map((row) => [row.name, checkpointOf(row)]));
  }

  override async begin(name: string, shape: number): Promise<Checkpoint> {
    await this.dataSource.query(BEGIN_PROJECTION, [name, shape]);
    return this.load(name);
  }

  override async stopAt(name: string, { position, rebuilt }: Checkpoint, event: UntakenEvent): Promise<void> {
    await this.dataSource.query(
      `UPDATE projections SET stopped_from = position, stopped_at = $4
       WHERE name = $1 AND position = $2 AND rebuilt = $3`,
      [name, position.toString(), rebuilt, event],
    );
  }
}

export const BEGIN_PROJECTION = 'INSERT INTO projections (name, shape) VALUES ($1, $2) ON CONFLICT DO NOTHING';

/**
 * Waits until the page that is being written to a read model and its copy is committed, and blocks the next page until
 * this transaction commits. So each page is written wholly before or wholly after this transaction.
 */
export async function holdReadModel(tx: EntityManager, name: string): Promise<void> {
  await tx.query('SELECT FROM projections WHERE name IN ($1, $2) ORDER BY name FOR UPDATE', [name, copyOf(name)]);
}

/** A stop counts only at the position where it happened: once the read model has moved, it is over. */
const checkpointOf = ({ position, rebuilt, furthest, ...row }: Row): Checkpoint => ({
  position: BigInt(position),
  rebuilt,
  furthest: BigInt(furthest),
  stoppedAt: row.stopped_from === position ? (row.stopped_at ?? undefined) : undefined,
});

/** A read model that is moved, from this checkpoint. */
interface Move {
  readonly projection: Pick<Projection, 'name' | 'shape'>;
  readonly checkpoint: Checkpoint;
}

/**
 * Moves the read models' checkpoints by compare-and-set, all or none, in the transaction of the page's effects. Fails
 * with `CHECKPOINT_MOVED` if another process, or a rebuild, has moved one. Notes which shapes have been written.
 */
export function moveStep(from: readonly Move[], to: Position): PipelineStep {
  const names = new BinaryArray('text');
  const positions = new BinaryArray('bigint');
  const rebuilds = new BinaryArray('integer');
  const shapes = new BinaryArray('integer');
  for (const { projection, checkpoint } of from) {
    names.text(projection.name);
    positions.bigint(checkpoint.position);
    rebuilds.integer(checkpoint.rebuilt);
    shapes.integer(projection.shape);
  }
  return {
    statement: MOVE,
    values: [names.finish(), positions.finish(), rebuilds.finish(), to.toString(), shapes.finish()],
  };
}

const MOVE = { name: 'move-projections', text: 'SELECT move_projections($1, $2, $3, $4, $5)' };
