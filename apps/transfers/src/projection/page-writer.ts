import { Injectable } from '@nestjs/common';
import { isUnavailable } from '@halyard/core';
import type { StoredEvent, SubscriptionBatch } from '@halyard/event-store';
import { type PipelineStep, StepFailed } from '@halyard/persistence';
import { DatabaseError } from 'pg';
import type { Checkpoint } from './checkpoints.js';
import { CHECKPOINT_MOVED, moveStep } from './checkpoints.rows.js';
import type { Projection } from './projection.js';

export abstract class EventPages {
  /** Writes all steps or none. @throws StepFailed; after any other error it is unknown whether they were written */
  abstract write(steps: readonly PipelineStep[]): Promise<void>;
  abstract close(): Promise<void>;
}

interface Taker {
  readonly projection: Projection;
  readonly checkpoint: Checkpoint;
}

export class TakerFailed extends Error {
  override readonly name = 'TakerFailed';
  constructor(
    readonly projection: Projection,
    options: ErrorOptions,
  ) {
    super(`the read model ${projection.name} did not take a page`, options);
  }

  /** Whether the events are to blame, and not the database or another process that moved the read model. */
  get isOfEvents(): boolean {
    return !(this.cause instanceof CheckpointMoved || isUnavailable(this.cause));
  }
}

/** Another process moved the checkpoint, or an operator is having the read model rebuilt. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
}

/** The effects of a page on all read models, and their checkpoints, are one transaction. */
@Injectable()
export class PageWriter {
  constructor(private readonly pages: EventPages) {}

  close(): Promise<void> {
    return this.pages.close();
  }

  /** @throws TakerFailed if one read model or its checkpoint is to blame; also every error of the connection */
  async write(takers: readonly Taker[], batch: SubscriptionBatch): Promise<void> {
    try {
      await this.run(takers, await stepsOf(takers, batch), batch);
    } catch (error) {
      for (const { projection } of takers) projection.forget?.();
      throw error;
    }
  }

  private async run(takers: readonly Taker[], written: PageSteps, { position }: SubscriptionBatch): Promise<void> {
    try {
      await this.pages.write([moveStep(takers, position), ...written.steps]);
    } catch (error) {
      throw error instanceof StepFailed ? failureOf(error, takers, written) : error;
    }
  }
}

interface PageSteps {
  readonly steps: readonly PipelineStep[];
  readonly owners: readonly Projection[];
}

async function stepsOf(takers: readonly Taker[], { events }: SubscriptionBatch): Promise<PageSteps> {
  const steps: PipelineStep[] = [];
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

/** A read model that rejoins may have processed the beginning of this page already. */
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

function failureOf({ step, cause }: StepFailed, takers: readonly Taker[], { owners }: PageSteps): unknown {
  const moved = cause instanceof DatabaseError && cause.code === CHECKPOINT_MOVED ? cause.detail : undefined;
  const taker = takers.find(({ projection }) => projection.name === moved);
  if (taker) return new TakerFailed(taker.projection, { cause: new CheckpointMoved(moved) });
  // The first step moves the checkpoints. A failure after the last step is a failure of the commit.
  const owner = owners[step - 1];
  return owner && cause instanceof DatabaseError ? new TakerFailed(owner, { cause }) : cause;
}
