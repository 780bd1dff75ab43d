import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { type DueItem, DueWork } from '@halyard/background';
import type { EntityManager } from 'typeorm';
import { Replay, isDone } from './replay.entity.js';
import { isFull, lockReplay, queuePart } from './replay-queue.rows.js';

const REPLAY = 'webhook-replay';
/** Pause between two parts; with the size of a part it sets the rate of a replay. */
const PAUSE_MS = 1_000;

/** Queues replays part by part, as due work. A part commits together with the progress of its replay. */
@Injectable()
export class DueReplays {
  constructor(
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {
    dueWork.on(REPLAY, (item, tx) => this.part(item, tx));
  }

  begin({ id: key }: Pick<Replay, 'id'>, tx: EntityManager): Promise<void> {
    return this.dueWork.put({ kind: REPLAY, key, accountId: null, dueAt: new Date(0), data: {} }, tx);
  }

  private async part({ key: id }: DueItem, tx: EntityManager): Promise<Date | void> {
    const isLocked = await lockReplay(tx, id);
    const replay = await tx.findOneBy(Replay, { id });
    // It was deleted with its subscription.
    if (!replay || isDone(replay)) return undefined;
    const now = this.clock.system();
    if (isLocked && !(await isFull(tx, replay.subscriptionId))) await queuePart(tx, replay, now);
    return new Date(now.getTime() + PAUSE_MS);
  }
}
