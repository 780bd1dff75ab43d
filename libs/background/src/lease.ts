import { newId, type Scheduler } from '@halyard/core';
import type { DataSource } from 'typeorm';
import type { Log } from '@halyard/observability';
import type { Worker } from './running.js';
import { absent, type Notices, Presence } from './presence.js';
import { Wakeup } from './rounds/wakeup.js';

export interface LeaseOptions {
  /** The service's own database, because the processes of one service share the lease. */
  readonly dataSource: DataSource;
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly log: Log;
  /** Milliseconds after which a lease ends if it is not renewed. 6,000 by default. */
  readonly termMs?: number;
  /** Notifications to listen to as long as the database can be reached, even while another process holds the lease. */
  readonly notices?: Notices;
  /** A lock that this process shares with others while it holds the lease or waits for it, and can reach the database. */
  readonly mark?: string;
}

/** Work that ends soon after its signal aborts. Until then, it retries its own failures. */
export type LeasedWork = (signal: AbortSignal) => Promise<void>;

const TERM_MS = 6_000;
/** A lease is renewed at a third of its term, so one failed renewal does no harm. */
const RENEWALS_PER_TERM = 3;
const STANDBY_MS = 1_000;

const TAKE = `
  INSERT INTO leases AS lease (name, holder, expires_at) VALUES ($1, $2, now() + $3::int * interval '1 millisecond')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
  WHERE lease.holder = excluded.holder OR lease.expires_at <= now() OR ${absent('lease.holder::text')}
  RETURNING holder`;

/**
 * Runs work in one process of a service at a time. A row says who holds the lease, and until when by the database's
 * clock. When a holder dies, its session ends, and another process replaces it within a second. A holder that is
 * stopped or cut off is replaced within its term and a second.
 *
 * A holder that was stopped and wakes up late may go on for a moment beside its successor. So a lease saves work and
 * keeps order in the normal case. Guard by compare-and-set whatever must never happen twice.
 */
export class Lease {
  constructor(private readonly options: LeaseOptions) {}

  /**
   * Runs `work` while the lease is held. The signal of `work` aborts when the lease is lost, when it could not be
   * renewed in time, and on `stop`. If the work ends by itself, the lease is given up for a second. Stopping waits for
   * the work to end, and then frees the lease at once.
   */
  hold(work: LeasedWork): Worker {
    const holding = new LeaseHolder(this.options, work);
    const done = holding.run();
    return {
      stop: async () => {
        holding.stop();
        await done;
      },
    };
  }

  /**
   * Runs `work` once, if no other process holds the lease now. The work's signal also aborts when the given one does.
   *
   * @returns whether it ran, once it has ended
   */
  async once(work: LeasedWork, signal: AbortSignal): Promise<boolean> {
    let hasRun = false;
    const holding = new LeaseHolder(this.options, (turn) => {
      hasRun = true;
      return work(turn);
    });
    const stop = (): void => holding.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await holding.run(1);
    signal.removeEventListener('abort', stop);
    return hasRun;
  }
}

class LeaseHolder {
  private readonly holder = newId();
  private readonly termMs: number;
  private readonly wakeup: Wakeup;
  private readonly presence: Presence;
  private turn: AbortController | undefined;
  private stopped = false;

  constructor(
    private readonly options: LeaseOptions,
    private readonly work: LeasedWork,
  ) {
    this.termMs = options.termMs ?? TERM_MS;
    this.wakeup = new Wakeup(options.scheduler);
    const { dataSource, notices, mark } = options;
    this.presence = new Presence(dataSource, this.holder, () => this.turn?.abort(), notices, mark);
  }

  stop(): void {
    this.stopped = true;
    this.turn?.abort();
    this.wakeup.ring();
  }

  /** @param triesMax how often the lease is asked for. Default: until `stop` */
  async run(triesMax = Number.POSITIVE_INFINITY): Promise<void> {
    for (let tries = 0; tries < triesMax && !this.stopped; tries += 1) {
      const turn = new AbortController();
      // The term counts from before the request. The database begins to count later, so the error is on the safe side.
      const callOff = this.abortAfterTerm(turn);
      if (await this.take()) {
        await this.doTurn(turn, callOff);
        await this.release();
      }
      callOff();
      if (!this.stopped && tries + 1 < triesMax) await this.wakeup.wait(STANDBY_MS);
    }
    await this.presence.close();
  }

  private async doTurn(turn: AbortController, callOff: () => void): Promise<void> {
    // The term may have passed while the lease was asked for.
    if (this.stopped || turn.signal.aborted) return;
    this.turn = turn;
    const renewing = this.renew(turn, callOff);
    try {
      await this.work(turn.signal);
    } catch (error) {
      this.options.log.error({ lease: this.options.name, err: error }, 'work under a lease failed');
    }
    turn.abort();
    await renewing;
  }

  /**
   * Renews the lease until the turn is over: the work has ended, another process has the lease, or a whole term passed
   * without a renewal.
   */
  private async renew(turn: AbortController, callOffFirst: () => void): Promise<void> {
    const over = new Wakeup(this.options.scheduler);
    turn.signal.addEventListener('abort', () => over.ring());
    let callOff = callOffFirst;
    for (;;) {
      await over.wait(this.termMs / RENEWALS_PER_TERM);
      if (turn.signal.aborted) return callOff();
      const callOffNext = this.abortAfterTerm(turn);
      const held = await this.take();
      if (held === false) turn.abort();
      (held ? callOff : callOffNext)();
      if (held) callOff = callOffNext;
    }
  }

  private abortAfterTerm(turn: AbortController): () => void {
    return this.options.scheduler.after(this.termMs, () => turn.abort());
  }

  /** Tries to take or renew the lease. @returns undefined if the database could not be asked */
  private async take(): Promise<boolean | undefined> {
    const { dataSource, name, log } = this.options;
    try {
      await this.presence.open();
      return (await dataSource.query<unknown[]>(TAKE, [name, this.holder, this.termMs])).length > 0;
    } catch (error) {
      log.warn({ lease: name, err: error }, 'a lease could not be asked for');
      return undefined;
    }
  }

  private async release(): Promise<void> {
    const { dataSource, name, log } = this.options;
    try {
      await dataSource.query(`DELETE FROM leases WHERE name = $1 AND holder = $2`, [name, this.holder]);
    } catch (error) {
      log.warn({ lease: name, err: error }, 'a lease could not be given up and runs out by itself');
    }
  }
}
