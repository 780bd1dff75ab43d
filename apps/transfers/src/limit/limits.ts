import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { CalendarDate } from '@halyard/core';
import { EventStore, type Position, Snapshots, SpeculativeStreams } from '@halyard/event-store';
import { type Logger, LOGGER } from '@halyard/observability';
import { NEVER_GIVEN } from '../balance/balance.decider.js';
import type { Entering } from '../balance/balances.js';
import { eventIdOf } from '../payment-ids.js';
import { limitCodec } from './limit.codec.js';
import { type LimitCommand, limitDecider, LimitRefusal } from './limit.decider.js';
import { type Limit, type LimitEvent, limitEventOf, limitStream, usedMinor } from './limit.model.js';

const IDLE_LIMITS_MAX = 2_000;

/** The event that says that a command was honoured before. */
const honoured: Readonly<Record<LimitCommand['type'], LimitEvent['type']>> = {
  ReserveLimit: 'LimitReserved',
  GiveBackLimit: 'LimitGivenBack',
};

/** Limit streams, one of each sender that has a weekly limit. */
@Injectable()
export class Limits implements OnApplicationShutdown {
  private readonly streams: SpeculativeStreams<Limit, LimitCommand, LimitEvent>;

  constructor(
    private readonly store: EventStore,
    snapshots: Snapshots,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    const onFailure = (error: unknown) => logger.warn({ err: error }, 'a limit goes on without its snapshot');
    this.streams = new SpeculativeStreams({
      store,
      decider: limitDecider,
      toEvent: limitEventOf,
      snapshots: { snapshots, codec: limitCodec, onFailure },
      idleStreamsMax: IDLE_LIMITS_MAX,
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.streams.close();
  }

  /** What the sender has used of a week, in cents, as all that was answered before has left it. */
  used(customerId: string, week: CalendarDate): Promise<bigint> {
    return this.streams.read(limitStream(customerId), (limit) => usedMinor(limit, week));
  }

  /**
   * Sees to it that the command's effect stands, once, when its chain is committed. A refusal stands then too.
   *
   * @param since position before which it can't have been given: where its payment began; undefined if it begins now
   * @throws LimitRefusal OverWeeklyLimit
   * @throws EventStoreUnavailable
   */
  async enter(customerId: string, command: LimitCommand, { chain, since, metadata }: Entering): Promise<void> {
    const { reservationId } = command;
    const execution = { chain, metadata, eventId: ({ type }: LimitEvent) => eventIdOf(reservationId, type) };
    let absentThrough = since === undefined ? NEVER_GIVEN : undefined;
    for (;;) {
      try {
        const events = await this.streams.execute(limitStream(customerId), { ...command, absentThrough }, execution);
        if (events.some(({ type }) => type === 'LimitRefused')) throw new LimitRefusal('OverWeeklyLimit');
        return;
      } catch (error) {
        if (!(error instanceof LimitRefusal && error.reason === 'TooOldToTell')) throw error;
        absentThrough = await this.searchBack(customerId, command, since ?? 0n);
        if (absentThrough === undefined) return;
      }
    }
  }

  /**
   * @returns the revision up to which the command is not in the stream; undefined when it was honoured
   * @throws LimitRefusal OverWeeklyLimit when it was refused
   */
  private async searchBack(
    customerId: string,
    { type: wanted, reservationId }: LimitCommand,
    since: Position,
  ): Promise<number | undefined> {
    let newest: number | undefined;
    for await (const stored of this.store.read(limitStream(customerId), { direction: 'backwards' })) {
      newest ??= stored.revision;
      if (stored.position <= since) break;
      const { type, data } = limitEventOf(stored);
      if (data.reservationId !== reservationId) continue;
      if (type === 'LimitRefused') throw new LimitRefusal('OverWeeklyLimit');
      if (type === honoured[wanted]) return undefined;
    }
    return newest ?? -1;
  }
}
