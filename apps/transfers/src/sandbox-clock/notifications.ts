import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Wakeup } from '@halyard/background';
import { TimerScheduler } from '@halyard/core';
import { sessionOf, type SessionUse } from '@halyard/persistence';
import { DataSource } from 'typeorm';

interface Waiter {
  readonly channel: string;
  /** Only notifications with this payload count. Absent for all. */
  readonly payload?: string;
  readonly wakeup: Wakeup;
}

export interface WaitLimits {
  readonly waitMs: number;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
}

/** Lets callers in this process wait for what others tell by notifications. All of them share one session. */
@Injectable()
export class Notifications implements BeforeApplicationShutdown {
  private readonly scheduler = new TimerScheduler();
  private readonly waiting = new Set<Waiter>();
  private readonly channels = new Map<string, (payload: string) => void>();
  private readonly use: SessionUse;

  constructor(dataSource: DataSource) {
    this.use = sessionOf(dataSource).join(() => this.ring());
  }

  /**
   * Reads until there is something, again after each notification.
   *
   * @returns undefined if there was nothing within `waitMs`, or before the signal aborted
   */
  async until<Found>(
    read: () => Promise<Found | undefined>,
    { channel, payload }: Pick<Waiter, 'channel' | 'payload'>,
    { waitMs, signal }: WaitLimits,
  ): Promise<Found | undefined> {
    const wakeup = new Wakeup(this.scheduler);
    let isOver = waitMs === 0 || signal.aborted;
    const end = (): void => {
      isOver = true;
      wakeup.ring();
    };
    const cancel = this.scheduler.after(waitMs, end);
    signal.addEventListener('abort', end);
    const own: Waiter = { channel, wakeup, ...(payload !== undefined && { payload }) };
    this.waiting.add(own);
    try {
      for (;;) {
        wakeup.reset();
        await this.listen(channel);
        const found = await read();
        if (found !== undefined || isOver) return found;
        await wakeup.wait();
      }
    } finally {
      this.waiting.delete(own);
      signal.removeEventListener('abort', end);
      cancel();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.use.leave();
  }

  private async listen(channel: string): Promise<void> {
    const hear = this.channels.get(channel) ?? ((payload: string) => this.ring(channel, payload));
    this.channels.set(channel, hear);
    await (await this.use.session()).listen(channel, hear);
  }

  /** Without a channel, wakes all: their session was lost, and they listen on another. */
  private ring(channel?: string, payload?: string): void {
    for (const one of this.waiting) {
      const isMeant = channel === undefined || (one.channel === channel && (one.payload ?? payload) === payload);
      if (isMeant) one.wakeup.ring();
    }
  }
}
