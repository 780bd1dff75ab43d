import type { Position } from '@halyard/event-store';
import { type PipelineStep } from '@halyard/persistence';
import type { EventPage, Projection } from '../projection.js';
import { copyOf } from './rebuilds.js';

/** A position behind all events: nothing that a copy takes is news for anybody. */
const NEVER_TOLD: Position = 2n ** 62n;

/**
 * Fills the copy of a read model. It runs the steps of the read model's projection on the tables of the copy, under
 * names of their own, because a connection prepares a statement for one of the two.
 */
export class CopiedProjection implements Projection {
  readonly name: string;
  readonly streamPrefixes: readonly string[];
  readonly shape: number;
  readonly tables: readonly string[];

  /** @param copied reads the tables of the copy */
  constructor(private readonly copied: Projection) {
    this.name = copyOf(copied.name);
    this.streamPrefixes = copied.streamPrefixes;
    this.shape = copied.shape;
    this.tables = copied.tables;
  }

  async apply({ events }: EventPage): Promise<readonly PipelineStep[]> {
    const steps = await this.copied.apply({ events, furthest: NEVER_TOLD });
    return [
      { statement: FILL, values: [this.copied.name, `${events.length}`] },
      ...steps.map(({ statement: { name, text }, ...step }) => ({ ...step, statement: { name: copyOf(name), text } })),
      { statement: LEAVE },
    ];
  }

  forget(): void {
    this.copied.forget?.();
  }
}

export const FILL = { name: 'fill-beside', text: 'SELECT fill_beside($1, $2)' };
export const LEAVE = { name: 'leave-beside', text: 'SELECT leave_beside()' };
