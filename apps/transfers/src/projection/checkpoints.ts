import type { Position } from '@halyard/event-store';
import type { EntityManager } from 'typeorm';

/** How far a read model has come. */
export interface Checkpoint {
  readonly position: Position;
  /** How often it was emptied: what was read before does not count after. */
  readonly rebuilt: number;
  /** The furthest that it has ever come. */
  readonly furthest: Position;
}

export const START: Checkpoint = { position: 0n, rebuilt: 0, furthest: 0n };

export const movedTo = (from: Checkpoint, position: Position): Checkpoint => ({
  position,
  rebuilt: from.rebuilt,
  furthest: position > from.furthest ? position : from.furthest,
});

/** How far each reader of the streams has come. They move with the effects of a page, and so by whoever writes it. */
export abstract class Checkpoints {
  /** Only those that have begun. */
  abstract loadAll(): Promise<ReadonlyMap<string, Checkpoint>>;
  /** From now on it can be moved. */
  abstract begin(name: string): Promise<Checkpoint>;
  /** Back to the start. Whatever a runner has under way fails or has its effect before. */
  abstract reset(tx: EntityManager, name: string): Promise<void>;

  /** The start for a reader that has not begun. */
  async load(name: string): Promise<Checkpoint> {
    return (await this.loadAll()).get(name) ?? START;
  }
}
