import type { Position } from '@halyard/event-store';
import type { UntakenEvent } from '@halyard/messaging';
import type { EntityManager } from 'typeorm';

/** How far a read model has come. */
export interface Checkpoint {
  readonly position: Position;
  /** How often it was emptied: progress made before the last time does not count. */
  readonly rebuilt: number;
  /** The furthest position that it has ever reached. */
  readonly furthest: Position;
  /** Where it stopped: the event after the position. It is tried again and again, and never skipped. */
  readonly stoppedAt?: UntakenEvent;
}

export const START: Checkpoint = { position: 0n, rebuilt: 0, furthest: 0n };

export const movedTo = (from: Checkpoint, position: Position): Checkpoint => ({
  position,
  rebuilt: from.rebuilt,
  furthest: position > from.furthest ? position : from.furthest,
});

/**
 * How far each reader of the streams has come. Checkpoints move with the effects of a page, so whoever writes the page
 * moves them.
 */
export abstract class Checkpoints {
  /** Only readers that have begun. */
  abstract loadAll(): Promise<ReadonlyMap<string, Checkpoint>>;
  /** From now on it can be moved. */
  abstract begin(name: string): Promise<Checkpoint>;
  /** Says to all processes where a read model has stopped, until its checkpoint moves. */
  abstract stopAt(name: string, from: Checkpoint, event: UntakenEvent): Promise<void>;
  /** Sets it back to the start. A page that a runner has under way fails, or takes effect before this. */
  abstract reset(tx: EntityManager, name: string): Promise<void>;

  /** The start for a reader that has not begun. */
  async load(name: string): Promise<Checkpoint> {
    return (await this.loadAll()).get(name) ?? START;
  }
}
