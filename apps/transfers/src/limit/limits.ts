import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { CalendarDate } from '@halyard/core';
import { EventStore, Snapshots, SpeculativeStreams, type StoredEvent } from '@halyard/event-store';
import { type Logger, LOGGER } from '@halyard/observability';
import type { EntryContext } from '../balance/balances.js';
import { enterOnce } from '../balance/enter-once.js';
import { eventIdOf } from '../payment-ids.js';
import { limitCodec } from './limit.codec.js';
import { type LimitCommand, limitDecider, LimitRefusal } from './limit.decider.js';
import { type Limit, type LimitEvent, limitEventOf, limitStream, usedMinor } from './limit.model.js';

const IDLE_LIMITS_MAX = 2_000;

/** The event that shows that a command was already carried out. */
const honoured: Readonly<Record<LimitCommand['type'], LimitEvent['type']>> = {
  ReserveLimit: 'LimitReserved',
  GiveBackLimit: 'LimitGivenBack',
};

/** Limit streams, one per sender with a weekly limit. */
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

  /** The used amount in cents, which includes everything that was answered before. */
  used(customerId: string, week: CalendarDate): Promise<bigint> {
    return this.streams.read(limitStream(customerId), (limit) => usedMinor(limit, week));
  }

  /**
   * Carries out a command once. When the chain is committed, its effect or its refusal stands.
   *
   * @param since position before which it can't have been carried out: where its payment began; undefined if it begins
   * now
   * @throws LimitRefusal OverWeeklyLimit
   * @throws EventStoreUnavailable
   */
  async enter(customerId: string, command: LimitCommand, { chain, since, metadata }: EntryContext): Promise<void> {
    const stream = limitStream(customerId);
    const execution = { chain, metadata, eventId: ({ type }: LimitEvent) => eventIdOf(command.reservationId, type) };
    const isHonouredBy = (stored: StoredEvent) => isHonoured(command, limitEventOf(stored));
    await enterOnce({ store: this.store, stream, since, isHonouredBy }, async (absentThrough) => {
      const events = await this.streams.execute(stream, { ...command, absentThrough }, execution);
      if (events.some(({ type }) => type === 'LimitRefused')) throw new LimitRefusal('OverWeeklyLimit');
    });
  }
}

/** @throws LimitRefusal OverWeeklyLimit if the event is a refusal */
function isHonoured({ type: wanted, reservationId }: LimitCommand, { type, data }: LimitEvent): boolean {
  if (data.reservationId !== reservationId) return false;
  if (type === 'LimitRefused') throw new LimitRefusal('OverWeeklyLimit');
  return type === honoured[wanted];
}
