import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Chain, type EventMetadata, EventStore, type Position } from '@halyard/event-store';
import { Snapshots, SpeculativeStreams } from '@halyard/event-store';
import { type Logger, LOGGER } from '@halyard/observability';
import { eventIdOf } from '../payment-ids.js';
import { balanceCodec } from './balance.codec.js';
import { type BalanceCommand, balanceDecider, BalanceRefusal, NEVER_GIVEN } from './balance.decider.js';
import { availableMinor, type Balance, type BalanceEvent, balanceEventOf, balanceStream } from './balance.model.js';

/** A balance may remember thousands of ids, so fewer of them stay in memory than of smaller streams. */
const IDLE_BALANCES_MAX = 2_000;

/** What a balance shows of itself. Cents. */
export interface BalanceView {
  readonly availableMinor: bigint;
  readonly postedMinor: bigint;
  /** Time of the last event; undefined for a source that nothing was ever posted to. */
  readonly updatedAt: string | undefined;
}

/** For whom something is entered: a payment, by the chain of its appends. */
export interface Entering {
  readonly chain: Chain;
  readonly since?: Position;
  readonly metadata?: EventMetadata;
}

/** Balance streams, each written by many payments at once. */
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

  /** The balance as all that was answered before has left it. @throws EventStoreUnavailable */
  current(fundingSourceId: string): Promise<BalanceView> {
    return this.streams.read(balanceStream(fundingSourceId), (balance) => ({
      availableMinor: availableMinor(balance),
      postedMinor: balance.postedMinor,
      updatedAt: balance.updatedAt,
    }));
  }

  /**
   * Sees to it that the command's effect stands, once, when its chain is committed: by this time, or by an earlier one
   * that it was given.
   *
   * @param since position before which it can't have been given: where its payment began; undefined if it begins now
   * @throws BalanceRefusal InsufficientAvailableBalance, HoldIdReused
   * @throws EventStoreUnavailable
   */
  async enter(fundingSourceId: string, command: BalanceCommand, { chain, since, metadata }: Entering): Promise<void> {
    const id = idOf(command);
    const execution = { chain, metadata, eventId: ({ type }: BalanceEvent) => eventIdOf(id, type) };
    let absentThrough = since === undefined ? NEVER_GIVEN : undefined;
    for (;;) {
      try {
        await this.streams.execute(balanceStream(fundingSourceId), { ...command, absentThrough }, execution);
        return;
      } catch (error) {
        if (!(error instanceof BalanceRefusal && error.reason === 'TooOldToTell')) throw error;
        absentThrough = await this.searchBack(fundingSourceId, id, since ?? 0n);
        if (absentThrough === undefined) return;
      }
    }
  }

  /** @returns the revision up to which the id is not in the stream; undefined when it is: its command was honoured */
  private async searchBack(fundingSourceId: string, id: string, since: Position): Promise<number | undefined> {
    let newest: number | undefined;
    for await (const stored of this.store.read(balanceStream(fundingSourceId), { direction: 'backwards' })) {
      newest ??= stored.revision;
      if (stored.position <= since) break;
      const { data } = balanceEventOf(stored);
      if (('holdId' in data ? data.holdId : data.entryId) === id) return undefined;
    }
    return newest ?? -1;
  }
}

const idOf = (command: BalanceCommand): string => ('holdId' in command ? command.holdId : command.entryId);
