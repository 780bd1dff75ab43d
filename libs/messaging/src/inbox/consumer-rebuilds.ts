import { Rounds } from '@halyard/background';
import type { Topic } from '@halyard/contracts';
import { type Clock, DomainError, type Scheduler } from '@halyard/core';
import type { Log } from '@halyard/observability';
import { transact } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';
import type { MessageBus } from '../message-bus.js';
import type { EventConsumer, RebuildSteps } from './consumer.js';
import { RebuildReader } from './rebuild-reader.js';
import { RebuildRows, type StoredRebuild } from './rebuild.rows.js';
import type { Rebuild } from '../rebuildable-models.js';

/** How often a process looks for a rebuild that another process has begun. */
const IDLE_MS = 15_000;
/** How often a process that reads for a rebuild looks whether it is level, or an operator has ended it. */
const READING_MS = 500;

interface ConsumerRebuildsOptions {
  readonly consumer: EventConsumer;
  readonly dataSource: DataSource;
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly steps: RebuildSteps;
  /** The consumer's own group. */
  readonly group: string;
}

/**
 * The rebuilds of one consumer, of which there is one at a time. All that is known of it is in a row, so that any process
 * begins, ends and shows it, and another goes on where one was killed. Once it has taken everything, it takes its place
 * if nothing differs; otherwise it waits for an operator's word.
 */
export class ConsumerRebuilds {
  private readonly rows: RebuildRows;
  private readonly rounds: Rounds;
  private readonly stopping = new AbortController();
  private reader: RebuildReader | undefined;
  private done: Promise<void> = Promise.resolve();

  constructor(private readonly options: ConsumerRebuildsOptions) {
    const { consumer, dataSource, scheduler, log } = options;
    this.rows = new RebuildRows(consumer.name, dataSource);
    this.rounds = new Rounds({
      round: () => this.round(),
      onFailure: (err, failures) => log.warn({ consumer: consumer.name, failures, err }, 'a rebuild is put off'),
      scheduler,
    });
  }

  start(): void {
    this.done = this.rounds.run(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
    await this.reader?.stop();
  }

  /** Looks at once whether there is a rebuild. */
  readonly look = (): void => this.rounds.wake();

  /** Begins a rebuild, in the caller's transaction. If there is one, only its pace changes. */
  async begin(tx: EntityManager, { perSecond }: { readonly perSecond?: number }): Promise<void> {
    const { clock, steps } = this.options;
    if (await this.rows.begin(tx, clock.system(), perSecond)) await steps.begin?.(tx);
  }

  /** Ends the rebuild and drops what it has made. @throws DomainError InvalidResourceState if there is none */
  async end(tx: EntityManager): Promise<void> {
    if (!(await this.rows.delete(tx))) throw new DomainError('InvalidResourceState');
    await this.options.steps.drop?.(tx);
  }

  /** @throws DomainError InvalidResourceState unless there is a rebuild that differs */
  async swap(tx: EntityManager): Promise<void> {
    if (!(await this.rows.wantSwap(tx))) throw new DomainError('InvalidResourceState');
  }

  async current(): Promise<Rebuild | undefined> {
    const stored = await this.rows.load();
    if (!stored) return undefined;
    const left = await this.readerOf(stored).lag();
    const { begun, events, rate, stoppedAt, differences } = stored;
    const state = stateOf(stored, left);
    const perSecond = Math.round(rate);
    const secondsLeft = state === 'filling' && rate > 0 ? Math.ceil(left / rate) : undefined;
    return {
      ...{ state, begun, events, of: events + left, perSecond },
      ...(secondsLeft !== undefined && { secondsLeft }),
      ...(state === 'stopped' && stoppedAt && { stoppedAt }),
      ...(state === 'differs' && differences && { differences }),
    };
  }

  /** Reads for the rebuild that there is. @returns milliseconds until the next round */
  private async round(): Promise<number> {
    const stored = await this.rows.load();
    if (this.reader && this.reader.id !== stored?.id) await this.leave();
    if (!stored) return IDLE_MS;
    if (!this.reader) {
      await this.rows.forgetGroups(this.groupOf(''));
      this.reader = this.readerOf(stored);
      await this.reader.start();
    }
    return (await this.settle(stored)) ? 0 : READING_MS;
  }

  private async leave(): Promise<void> {
    await this.reader?.stop();
    this.reader = undefined;
    await this.rows.forgetGroups(this.groupOf(''));
  }

  /** Ends a rebuild that has caught up, or stores what it finds different. @returns whether it has ended */
  private async settle(stored: StoredRebuild): Promise<boolean> {
    const { id, isSwapWanted, differences, stoppedAt } = stored;
    if (stoppedAt || (differences && !isSwapWanted)) return false;
    if (!isSwapWanted && !(await this.readerOf(stored).isLevel())) return false;
    const { dataSource, steps, consumer, log } = this.options;
    return transact(dataSource, async (tx) => {
      if (!(await this.rows.settlesAlone(tx, id))) return false;
      const found = isSwapWanted ? undefined : await steps.compare?.(tx);
      if (!(await this.rows.lock(tx, id))) return false;
      if (found && found.rows > 0) {
        await this.rows.differs(tx, id, found);
        log.warn({ consumer: consumer.name, rows: found.rows }, 'a rebuild differs from what serves');
        return false;
      }
      await steps.finish?.(tx, isSwapWanted);
      return this.rows.delete(tx);
    });
  }

  private readerOf({ id }: StoredRebuild): RebuildReader {
    const { consumer, steps, dataSource, bus, scheduler } = this.options;
    const topics: readonly Topic[] = consumer.topics;
    return new RebuildReader({
      id,
      group: this.groupOf(id),
      topics,
      steps,
      rows: this.rows,
      dataSource,
      bus,
      scheduler,
    });
  }

  private groupOf(id: string): string {
    return `${this.options.group}.rebuild.${id}`;
  }
}

function stateOf({ stoppedAt, differences, isSwapWanted }: StoredRebuild, left: number): Rebuild['state'] {
  if (stoppedAt) return 'stopped';
  if (differences && !isSwapWanted) return 'differs';
  return left > 0 ? 'filling' : 'level';
}
