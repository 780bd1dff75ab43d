import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Chain, type EventMetadata, EventStore, type Position, type StoredEvent } from '@halyard/event-store';
import { Snapshots, SpeculativeStreams } from '@halyard/event-store';
import { type Logger, LOGGER } from '@halyard/observability';
import { eventIdOf } from '../payment-ids.js';
import { balanceCodec } from './balance.codec.js';
import { type BalanceCommand, balanceDecider, BalanceRefusal } from './balance.decider.js';
import { availableMinor, type Balance, type BalanceEvent, balanceEventOf, balanceStream } from './balance.model.js';
import { enterOnce } from './enter-once.js';

/** A balance may remember thousands of ids, so we keep fewer balances in memory than smaller streams. */
const IDLE_BALANCES_MAX = 2_000;

/** In cents. */
interface BalanceView {
  readonly availableMinor: bigint;
  readonly postedMinor: bigint;
  /** Time of the last event; undefined if nothing was ever posted to the source. */
  readonly updatedAt: string | undefined;
}

export interface EntryContext {
  readonly chain: Chain;
  readonly since?: Position;
  readonly metadata?: EventMetadata;
}

type EntryOutcome = readonly BalanceEvent[] | Promise<unknown>;

/** Balance streams. Many payments write to each of them at once. */
@Injectable()
export class Balances implements OnApplicationShutdown {
  private readonly streams: SpeculativeStreams<Balance, BalanceCommand, BalanceEvent>;

  constructor(
    private readonly store: EventStore,
    snapshots: Snapshots,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    const onFailure = (error: unknown) => logger.warn({ err: error }, 'a balance goes on without its snapshot');
    this.streams = new SpeculativeStreams({
      store,
      decider: balanceDecider,
      toEvent: balanceEventOf,
      snapshots: { snapshots, codec: balanceCodec, onFailure },
      idleStreamsMax: IDLE_BALANCES_MAX,
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.streams.close();
  }

  /**
   * The current state of a balance, which includes everything that was answered before. @throws EventStoreUnavailable
   */
  current(fundingSourceId: string): Promise<BalanceView> {
    return this.streams.read(balanceStream(fundingSourceId), (balance) => ({
      availableMinor: availableMinor(balance),
      postedMinor: balance.postedMinor,
      updatedAt: balance.updatedAt,
    }));
  }

  /**
   * Makes an entry once. When the chain is committed the entry stands, by this call or by an earlier one with the same
   * command. Returns a promise if the stream has to be read first.
   *
   * @param since position before which the entry can't have been made: where its payment began; undefined if it begins
   * now
   * @throws BalanceRefusal InsufficientAvailableBalance, HoldIdReused
   * @throws EventStoreUnavailable
   */
  enter(fundingSourceId: string, command: BalanceCommand, { chain, since, metadata }: EntryContext): EntryOutcome {
    const id = idOf(command);
    const stream = balanceStream(fundingSourceId);
    const execution = { chain, metadata, eventId: ({ type }: BalanceEvent) => eventIdOf(id, type) };
    const isHonouredBy = (stored: StoredEvent) => isHonoured(id, balanceEventOf(stored));
    return enterOnce({ store: this.store, stream, since, isHonouredBy }, (absentThrough) => {
      const events = this.streams.execute(stream, { ...command, absentThrough }, execution);
      return events instanceof Promise ? events.then(unlessRefused) : unlessRefused(events);
    });
  }
}

/** @throws BalanceRefusal InsufficientAvailableBalance if the event is a final refusal */
function isHonoured(id: string, event: BalanceEvent): boolean {
  if (idIn(event) !== id) return false;
  unlessRefused([event]);
  return true;
}

/** @throws BalanceRefusal InsufficientAvailableBalance if one of the events is a refusal */
function unlessRefused(events: readonly BalanceEvent[]): readonly BalanceEvent[] {
  if (events.some(({ type }) => type === 'DebitRefused')) throw new BalanceRefusal('InsufficientAvailableBalance');
  return events;
}

const idIn = ({ data }: BalanceEvent): string => ('holdId' in data ? data.holdId : data.entryId);

const idOf = (command: BalanceCommand): string => ('holdId' in command ? command.holdId : command.entryId);
