import { Injectable } from '@nestjs/common';
import { limitedAs, type Operation } from '@halyard/contracts';
import { DomainError, TimerScheduler, validationError } from '@halyard/core';
import { applicationOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { Wakeup } from '@halyard/background';
import { lengthOf, nextNumber, refuseLost } from '@halyard/lists';
import { DataSource } from 'typeorm';
import { RecordedEvents } from '../event/recorded-events.session.js';
import { Slots } from '../event/slots.js';
import { restartedOf } from '../recovery/restarts.rows.js';
import { type Subscriber, subscriberOf } from '../subscription/subscription.answer.js';
import { type NumberedEvent, numberedEvents, type EventNumbers, numbersOf } from './numbered-events.rows.js';
import type { PullQuery } from './pull-query.js';

/** How many requests of one caller may wait at a time in this process. */
const WAITING_MAX = 10;
const SECOND_MS = 1_000;

interface PulledEvents {
  readonly events: readonly NumberedEvent[];
  /** How many events there are after the client's last one. */
  readonly total: number;
  /** The last restore after which numbers went on with a gap. */
  readonly restarted: ReturnType<typeof restartedOf>;
}

/** Reads a subscription's events by number, for clients that fetch their events, or check that none is missing. */
@Injectable()
export class PullEvents {
  private readonly slots = new Slots(WAITING_MAX, 'waiting requests');
  private readonly scheduler = new TimerScheduler();

  constructor(
    private readonly dataSource: DataSource,
    private readonly recorded: RecordedEvents,
  ) {}

  /**
   * The events after a number. If there are none, waits until the next one is recorded, or the time is up.
   * @param over aborted when the client has gone or the process stops: the wait ends
   * @throws DomainError NotFound; ValidationError for a number that no event has had, or that is of a time that
   * a restore has undone; Gone if the next event is no
   * longer stored; TooManyRequests if too many requests of the caller wait
   */
  async pull(subscriptionId: string, operation: Operation, asked: PullQuery, over: AbortSignal): Promise<PulledEvents> {
    const subscriber = subscriberOf(operation);
    const read = (): Promise<PulledEvents> => this.read(subscriptionId, subscriber, asked);
    const now = await read();
    if (now.events.length > 0 || asked.wait === 0) return now;
    const free = this.slots.take(limitedAs(applicationOf(operation)));
    try {
      return await this.wait(subscriber.accountId, asked.wait * SECOND_MS, read, over);
    } finally {
      free();
    }
  }

  private async wait(
    accountId: string,
    waitMs: number,
    read: () => Promise<PulledEvents>,
    over: AbortSignal,
  ): Promise<PulledEvents> {
    const wakeup = new Wakeup(this.scheduler);
    let isOver = false;
    const end = (): void => {
      isOver = true;
      wakeup.ring();
    };
    const unwatch = await this.recorded.watch(accountId, { onRecorded: () => wakeup.ring(), onLost: end });
    const cancel = this.scheduler.after(waitMs, end);
    over.addEventListener('abort', end);
    try {
      for (;;) {
        wakeup.reset();
        const pulled = await read();
        if (pulled.events.length > 0 || isOver || over.aborted) return pulled;
        await wakeup.wait();
      }
    } finally {
      unwatch();
      cancel();
      over.removeEventListener('abort', end);
    }
  }

  private async read(
    subscriptionId: string,
    subscriber: Subscriber,
    { after, limit }: PullQuery,
  ): Promise<PulledEvents> {
    const numbers = await this.numbersOf(subscriptionId, subscriber);
    const { gaps } = numbers;
    requireKept(after, numbers);
    const events = await numberedEvents(this.dataSource.manager, subscriptionId, { after, limit, gaps });
    const [first] = events;
    // Older events may have been dropped since the numbers were read.
    if (first) requireKept(after, { ...numbers, oldest: first.sequence });
    else if (after < numbers.newest) requireKept(after, await this.numbersOf(subscriptionId, subscriber));
    // The count includes events recorded since the numbers were read.
    const newest = Math.max(numbers.newest, events.at(-1)?.sequence ?? 0);
    return { events, total: lengthOf({ oldest: after + 1, newest, gaps }), restarted: restartedOf(gaps) };
  }

  private async numbersOf(subscriptionId: string, subscriber: Subscriber): Promise<EventNumbers> {
    const numbers = await numbersOf(this.dataSource.manager, subscriptionId, subscriber);
    if (!numbers) throw new DomainError('NotFound');
    return numbers;
  }
}

/** Checks that the next event is still stored. @throws DomainError ValidationError, Gone */
function requireKept(after: number, { oldest, newest, gaps }: EventNumbers): void {
  refuseLost(after, gaps, '/query/after');
  if (after > newest) throw validationError(usualFault('InvalidFormat', '/query/after'));
  if (nextNumber(after, gaps) < oldest)
    throw new DomainError('Gone', { message: `The oldest event that is kept has number ${oldest}.` });
}
