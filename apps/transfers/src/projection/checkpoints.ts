import type { Position } from '@halyard/event-store';
import type { UntakenEvent } from '@halyard/messaging';

export interface Checkpoint {
  readonly position: Position;
  /** How often a copy took the place of the read model's tables. For a copy, the number of its rebuild. */
  readonly rebuilt: number;
  /** The furthest position that the read model has ever reached. */
  readonly furthest: Position;
  /** The event after `position`, if the read model stopped there. It is tried again and again, and never skipped. */
  readonly stoppedAt?: UntakenEvent;
}

export const START: Checkpoint = { position: 0n, rebuilt: 0, furthest: 0n };

export const movedTo = (from: Checkpoint, position: Position): Checkpoint => ({
  position,
  rebuilt: from.rebuilt,
  furthest: position > from.furthest ? position : from.furthest,
});

/** The page's writer moves the checkpoints together with the page's effects. */
export abstract class Checkpoints {
  /** The checkpoints of all readers that have begun. */
  abstract loadAll(): Promise<ReadonlyMap<string, Checkpoint>>;
  /** Stores a first checkpoint, which can then be moved. The read model has no rows yet, and so every shape. */
  abstract begin(name: string, shape: number): Promise<Checkpoint>;
  /**
   * Tells all processes at which event a read model has stopped. The stop counts until the read model's checkpoint
   * moves.
   */
  abstract stopAt(name: string, from: Checkpoint, event: UntakenEvent): Promise<void>;

  /** @returns the start for a reader that has not begun */
  async load(name: string): Promise<Checkpoint> {
    return (await this.loadAll()).get(name) ?? START;
  }
}
