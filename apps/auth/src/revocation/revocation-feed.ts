import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Wakeup } from '@halyard/background';
import { REVOCATION_PAGE, type RevocationPage } from '@halyard/contracts/authorization';
import { Clock, TimerScheduler } from '@halyard/core';
import { Health } from '@halyard/http';
import { holdAlone, sessionOf, type SessionUse } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import {
  hasNumber,
  hasUnnumbered,
  numberRevocations,
  REVOCATIONS_CHANNEL,
  revocationsAfter,
} from './revocations.rows.js';

/**
 * Tells gateways of revocations as they happen. All waiting requests of this process share one session with Postgres.
 */
@Injectable()
export class RevocationFeed implements BeforeApplicationShutdown {
  private readonly scheduler = new TimerScheduler();
  private readonly waiting = new Set<Wakeup>();
  private readonly use: SessionUse;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly health: Health,
  ) {
    this.use = sessionOf(dataSource).join(this.ringAll);
    health.stopping.addEventListener('abort', this.ringAll);
  }

  /** Revocations after this number. If there are none, waits for up to `waitMs`. */
  async after(number: number, waitMs: number): Promise<RevocationPage> {
    const { stopping } = this.health;
    const wakeup = new Wakeup(this.scheduler);
    let isOver = waitMs === 0;
    const cancel = this.scheduler.after(waitMs, () => {
      isOver = true;
      wakeup.ring();
    });
    this.waiting.add(wakeup);
    try {
      await (await this.use.session()).listen(REVOCATIONS_CHANNEL, this.ringAll);
      for (;;) {
        wakeup.reset();
        const page = await this.read(number);
        if (page.revocations.length > 0 || page.isReset || isOver || stopping.aborted) return page;
        await wakeup.wait();
      }
    } finally {
      this.waiting.delete(wakeup);
      cancel();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.use.leave();
  }

  private async read(after: number): Promise<RevocationPage> {
    const { manager } = this.dataSource;
    if (await hasUnnumbered(manager)) {
      await this.dataSource.transaction(async (tx) => {
        await holdAlone(tx, 'revocations of auth');
        await numberRevocations(tx);
      });
    }
    if (!(await hasNumber(manager, after))) return { number: 0, revocations: [], isReset: true };
    const page = await revocationsAfter(manager, after, this.clock.system(), REVOCATION_PAGE);
    return { ...page, isReset: false };
  }

  private readonly ringAll = (): void => {
    for (const wakeup of this.waiting) wakeup.ring();
  };
}
