import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { type DueItem, DueWork } from '@halyard/background';
import type { EntityManager } from 'typeorm';
import { Replay, isDone } from './replay.entity.js';
import { isFull, lockReplay, queuePart } from './replay-queue.rows.js';

const REPLAY = 'webhook-replay';
/** Pause between two parts of a replay. Together with the size of a part, it decides how fast the replay goes. */
const PAUSE_MS = 1_000;

/**
 * Queues the deliveries of replays part by part, as due work. Each part commits together with the replay's progress.
 */
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
    // The replay was deleted with its subscription.
    if (!replay || isDone(replay)) return undefined;
    const now = this.clock.system();
    if (isLocked && !(await isFull(tx, replay.subscriptionId))) await queuePart(tx, replay, now);
    return new Date(now.getTime() + PAUSE_MS);
  }
}
