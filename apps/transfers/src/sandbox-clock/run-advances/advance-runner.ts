import { Inject, Injectable } from '@nestjs/common';
import { Lease, Rounds, type Worker } from '@halyard/background';
import { AccountClocks } from '@halyard/clocks';
import { TimerScheduler } from '@halyard/core';
import { type Logger, LOGGER, untracedTraceparent } from '@halyard/observability';
import { sessionOf } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { Quiet } from '../../quiet/quiet.js';
import { type Advance, ADVANCES_CHANNEL, advancesUnderWay } from '../advances.rows.js';
import { accountsWithPendingStep } from '../clocks.rows.js';
import { DueServices } from '../due-services.js';
import { LEFT_MS, Steps } from '../steps.js';
import { AdvancePatience, AdvanceRun } from './advance-run.js';

/** How many advances one process carries out at a time. The others wait, the newest longest. */
const PLACES = 4;
const SWEEP_MS = 1_000;
/** An advance that could not go on leaves its place to others for this long. */
const HELD_MS = 500;

/**
 * Carries out the advances of clocks, beside the runner of due work, each under a lease of its account. It also makes
 * the steps that a process has written down before it died.
 */
@Injectable()
export class AdvanceRunner {
  private readonly scheduler = new TimerScheduler();
  private readonly running = new Map<string, Promise<void>>();
  private readonly notBefore = new Map<string, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: AccountClocks,
    private readonly steps: Steps,
    private readonly due: DueServices,
    private readonly quiet: Quiet,
    private readonly patience: AdvancePatience,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  start(): Worker {
    const over = new AbortController();
    const rounds: Rounds = new Rounds({
      round: () => this.round(over.signal, rounds.wake),
      onFailure: (err, failures) => this.log.warn({ failures, err }, 'advances of clocks are put off'),
      scheduler: this.scheduler,
      failedMs: { first: 100, max: SWEEP_MS },
    });
    const hear = (id: string): void => {
      this.notBefore.delete(id);
      rounds.wake();
    };
    const use = sessionOf(this.dataSource).join(() => undefined);
    this.listen = async () => (await use.session()).listen(ADVANCES_CHANNEL, hear);
    const done = rounds.run(over.signal);
    return {
      stop: async () => {
        over.abort();
        await done;
        await Promise.all(this.running.values());
        await use.leave();
      },
    };
  }

  private listen: () => Promise<void> = () => Promise.resolve();

  private async round(signal: AbortSignal, wake: () => void): Promise<number> {
    await this.listen();
    await this.finishSteps();
    const known = await advancesUnderWay(this.dataSource);
    for (const advance of this.inTurn(known)) {
      if (this.running.size >= PLACES || signal.aborted) break;
      this.running.set(
        advance.accountId,
        this.carryOut(advance, signal).finally(() => {
          this.running.delete(advance.accountId);
          wake();
        }),
      );
    }
    return known.length > 0 ? HELD_MS : SWEEP_MS;
  }

  /** Those that can go on, the ones that have been held before after the others. */
  private inTurn<One extends Pick<Advance, 'id' | 'accountId'>>(advances: readonly One[]): One[] {
    const nowMs = performance.now();
    const notBefore = ({ id }: One): number => this.notBefore.get(id) ?? 0;
    return advances
      .filter((one) => !this.running.has(one.accountId) && notBefore(one) <= nowMs)
      .sort((one, other) => notBefore(one) - notBefore(other));
  }

  private async carryOut({ id, accountId }: Pick<Advance, 'id' | 'accountId'>, signal: AbortSignal): Promise<void> {
    const { dataSource, clock, steps, due, quiet, patience, scheduler, log } = this;
    const parts = { dataSource, clock, steps, due, quiet, patience };
    const lease = new Lease({ dataSource, name: `advance of ${accountId}`, scheduler, log });
    this.notBefore.set(id, performance.now() + HELD_MS);
    await lease.once(async (turn) => {
      try {
        const outcome = await new AdvanceRun(parts, accountId, id, turn).run();
        if (outcome === 'ended') this.notBefore.delete(id);
      } catch (err) {
        log.warn({ advance: id, err }, 'an advance of a clock did not go on and is tried again');
      }
    }, signal);
  }

  /** Makes the steps that are not part of an advance, and that nobody makes any more. */
  private async finishSteps(): Promise<void> {
    const since = new Date(this.clock.system().getTime() - LEFT_MS);
    for (const accountId of await accountsWithPendingStep(this.dataSource, since)) {
      const principal = { kind: 'service', service: 'transfers' } as const;
      const at = this.clock.system().toISOString();
      const operation = {
        id: accountId,
        requestId: accountId,
        principal,
        at,
        traceparent: untracedTraceparent(accountId),
      };
      try {
        await this.steps.finishLeft(accountId, operation);
      } catch (err) {
        this.log.warn({ err }, 'a step of a clock is put off');
      }
    }
  }
}
