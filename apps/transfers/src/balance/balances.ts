import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { EventStore, HotStreamWriter, type Position, Snapshots } from '@halyard/event-store';
import { type Logger, LOGGER } from '@halyard/observability';
import { balanceCodec } from './balance.codec.js';
import { type BalanceCommand, balanceDecider, BalanceRefusal } from './balance.decider.js';
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

/** Balance streams, each written by many payments at once. */
@Injectable()
export class Balances implements OnApplicationShutdown {
  private readonly writer: HotStreamWriter<Balance, BalanceCommand, BalanceEvent>;

  constructor(
    private readonly store: EventStore,
    snapshots: Snapshots,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    const onFailure = (error: unknown) => logger.warn({ err: error }, 'a balance goes on without its snapshot');
    this.writer = new HotStreamWriter({
      store,
      decider: balanceDecider,
      toEvent: balanceEventOf,
      snapshots: { snapshots, codec: balanceCodec, onFailure },
      idleStreamsMax: IDLE_BALANCES_MAX,
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.writer.close();
  }

  /** The balance as all that was answered before has left it. @throws EventStoreUnavailable */
  current(fundingSourceId: string): Promise<BalanceView> {
    return this.writer.read(balanceStream(fundingSourceId), (balance) => ({
      availableMinor: availableMinor(balance),
      postedMinor: balance.postedMinor,
      updatedAt: balance.updatedAt,
    }));
  }

  /**
   * Sees to it that the command's effect stands, once: by now, or by an earlier time that it was given.
   *
   * @param since position before which it can't have been given: where its payment began
   * @throws BalanceRefusal InsufficientAvailableBalance, HoldIdReused
   * @throws EventStoreUnavailable
   */
  async enter(
    fundingSourceId: string,
    command: BalanceCommand,
    since: Position,
    traceparent: string | undefined,
  ): Promise<void> {
    const id = idOf(command);
    const operation = { operationId: `${command.type} ${id}`, traceparent };
    let absentThrough: number | undefined;
    for (;;) {
      try {
        await this.writer.execute(balanceStream(fundingSourceId), { ...command, absentThrough }, operation);
        return;
      } catch (error) {
        if (!(error instanceof BalanceRefusal && error.reason === 'TooOldToTell')) throw error;
        absentThrough = await this.searchBack(fundingSourceId, id, since);
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
