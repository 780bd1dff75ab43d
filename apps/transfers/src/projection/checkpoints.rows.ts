import { Injectable } from '@nestjs/common';
import type { Position } from '@halyard/event-store';
import { BinaryArray, type Step } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';

/** How far a read model has come. */
export interface Checkpoint {
  readonly position: Position;
  /** How often it was emptied: what was read before does not count after. */
  readonly rebuilt: number;
  /** The furthest that it has ever come. */
  readonly furthest: Position;
}

export const START: Checkpoint = { position: 0n, rebuilt: 0, furthest: 0n };

interface Row {
  readonly name: string;
  readonly position: string;
  readonly rebuilt: number;
  readonly furthest: string;
}

/** How `move_projections` says that a checkpoint is not where it was; the detail names the read model. */
export const CHECKPOINT_MOVED = 'HY001';

/** How far each reader of the streams has come. */
@Injectable()
export class Checkpoints {
  constructor(private readonly dataSource: DataSource) {}

  /** Only those that have begun. */
  async loadAll(): Promise<ReadonlyMap<string, Checkpoint>> {
    const rows = await this.dataSource.query<Row[]>('SELECT name, position, rebuilt, furthest FROM projections');
    return new Map(rows.map((row) => [row.name, checkpointOf(row)]));
  }

  /** The start for a reader that has not begun. */
  async load(name: string): Promise<Checkpoint> {
    return (await this.loadAll()).get(name) ?? START;
  }

  /** From now on it can be moved. */
  async begin(name: string): Promise<Checkpoint> {
    await this.dataSource.query('INSERT INTO projections (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
    return this.load(name);
  }

  /** Back to the start. Whatever a runner has under way fails or has its effect before, since the row is locked. */
  async reset(tx: EntityManager, name: string): Promise<void> {
    await tx.query(
      `INSERT INTO projections AS stored (name, rebuilt) VALUES ($1, 1)
       ON CONFLICT (name) DO UPDATE SET position = 0, rebuilt = stored.rebuilt + 1`,
      [name],
    );
  }
}

const checkpointOf = ({ position, rebuilt, furthest }: Row): Checkpoint => ({
  position: BigInt(position),
  rebuilt,
  furthest: BigInt(furthest),
});

/**
 * Moves checkpoints of read models by compare-and-set, all or none, in the transaction of the effects. Fails with
 * `CHECKPOINT_MOVED` where another process, or a rebuild, has moved one.
 */
export function moveStep(from: ReadonlyMap<string, Checkpoint>, to: Position): Step {
  const names = new BinaryArray('text');
  const positions = new BinaryArray('bigint');
  const rebuilds = new BinaryArray('integer');
  for (const [name, { position, rebuilt }] of from) {
    names.text(name);
    positions.bigint(position);
    rebuilds.integer(rebuilt);
  }
  return {
    statement: MOVE,
    values: [names.finish(), positions.finish(), rebuilds.finish(), to.toString()],
  };
}

const MOVE = { name: 'move-projections', text: 'SELECT move_projections($1, $2, $3, $4)' };

export const movedTo = (from: Checkpoint, position: Position): Checkpoint => ({
  position,
  rebuilt: from.rebuilt,
  furthest: position > from.furthest ? position : from.furthest,
});
