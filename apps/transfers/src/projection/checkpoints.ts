import { Injectable } from '@nestjs/common';
import type { Position } from '@halyard/event-store';
import { DataSource, type EntityManager } from 'typeorm';

/** Another runner has moved the checkpoint. Nothing of this one's batch stands. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/** How far each reader of the streams has come. */
@Injectable()
export class Checkpoints {
  constructor(private readonly dataSource: DataSource) {}

  /** Zero for a reader that has not begun. */
  async read(name: string): Promise<Position> {
    const sql = 'SELECT position FROM projections WHERE name = $1';
    const rows: { readonly position: string }[] = await this.dataSource.query(sql, [name]);
    return BigInt(rows[0]?.position ?? 0);
  }

  /** Compare-and-set, in the transaction of the effect. @throws CheckpointMoved */
  async move(tx: EntityManager, name: string, from: Position, to: Position): Promise<void> {
    const [moved]: [readonly unknown[], number] = await tx.query(
      'UPDATE projections SET position = $3 WHERE name = $1 AND position = $2 RETURNING name',
      [name, from.toString(), to.toString()],
    );
    if (moved.length > 0) return;
    if (from > 0n || !(await this.begin(tx, name, to))) throw new CheckpointMoved(name);
  }

  /** For a reader whose effects are idempotent: forwards only, whoever wins. */
  async advance(name: string, to: Position): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO projections AS stored (name, position) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET position = excluded.position WHERE stored.position < excluded.position`,
      [name, to.toString()],
    );
  }

  async forget(tx: EntityManager, name: string): Promise<void> {
    await tx.query('DELETE FROM projections WHERE name = $1', [name]);
  }

  private async begin(tx: EntityManager, name: string, position: Position): Promise<boolean> {
    const begun: readonly unknown[] = await tx.query(
      'INSERT INTO projections (name, position) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name',
      [name, position.toString()],
    );
    return begun.length > 0;
  }
}
