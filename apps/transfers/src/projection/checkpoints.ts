import { Injectable } from '@nestjs/common';
import type { Position } from '@halyard/event-store';
import { DataSource, type EntityManager } from 'typeorm';

/** Another runner has moved the checkpoint. Nothing of this one's batch stands. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/** How far a read model has come. */
export interface Checkpoint {
  readonly position: Position;
  /** How often it was emptied: what was read before does not count after. */
  readonly rebuilt: number;
}

const START: Checkpoint = { position: 0n, rebuilt: 0 };

/** How far each reader of the streams has come. */
@Injectable()
export class Checkpoints {
  constructor(private readonly dataSource: DataSource) {}

  /** The start for a reader that has not begun. */
  async load(name: string): Promise<Checkpoint> {
    const sql = 'SELECT position, rebuilt FROM projections WHERE name = $1';
    const [row] = await this.dataSource.query<{ position: string; rebuilt: number }[]>(sql, [name]);
    return row ? { position: BigInt(row.position), rebuilt: row.rebuilt } : START;
  }

  async read(name: string): Promise<Position> {
    return (await this.load(name)).position;
  }

  /** Compare-and-set, in the transaction of the effect. @throws CheckpointMoved */
  async move(tx: EntityManager, name: string, from: Checkpoint, to: Position): Promise<void> {
    const [moved]: [readonly unknown[], number] = await tx.query(
      'UPDATE projections SET position = $4 WHERE name = $1 AND position = $2 AND rebuilt = $3 RETURNING name',
      [name, from.position.toString(), from.rebuilt, to.toString()],
    );
    if (moved.length > 0) return;
    const isStart = from.position === START.position && from.rebuilt === START.rebuilt;
    if (!isStart || !(await this.begin(tx, name, to))) throw new CheckpointMoved(name);
  }

  /** For a reader whose effects are idempotent: forwards only, whoever wins. */
  async advance(name: string, to: Position): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO projections AS stored (name, position) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET position = excluded.position WHERE stored.position < excluded.position`,
      [name, to.toString()],
    );
  }

  /** Back to the start. Whatever a runner has under way fails or has its effect before, since the row is locked. */
  async reset(tx: EntityManager, name: string): Promise<void> {
    await tx.query(
      `INSERT INTO projections AS stored (name, position, rebuilt) VALUES ($1, 0, 1)
       ON CONFLICT (name) DO UPDATE SET position = 0, rebuilt = stored.rebuilt + 1`,
      [name],
    );
  }

  private async begin(tx: EntityManager, name: string, position: Position): Promise<boolean> {
    const begun: readonly unknown[] = await tx.query(
      'INSERT INTO projections (name, position) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name',
      [name, position.toString()],
    );
    return begun.length > 0;
  }
}
