import { type DueWork, DueWorkFailed, type NextItem } from '@halyard/background';
import type { Operation } from '@halyard/contracts';
import {
  type DueRun,
  dueRun,
  type DueRunDone,
  type DueThing,
  type NextDueAnswer,
} from '@halyard/contracts/sandbox-clock';
import { DomainError } from '@halyard/core';
import type { AccountClocks } from './account-clocks.js';

/** How long one run goes on. Whoever advances the clock asks again while something is due. */
const RUN_MS = 1_000;

/** Does what is due in an account while its clock is advanced, beside the runner that all accounts share. */
export class DueRuns {
  /**
   * @param thingOf names what is due, as clients are told
   * @param caughtUp waits until all is stored that has become due
   */
  constructor(
    private readonly clocks: AccountClocks,
    private readonly dueWork: DueWork,
    private readonly thingOf: (item: Pick<NextItem, 'kind' | 'data'>) => DueThing,
    private readonly caughtUp: () => Promise<unknown> = () => Promise.resolve(),
  ) {}

  /**
   * Runs what is due at or before a moment of the account's time, for about a second.
   *
   * @param body a DueRun
   * @returns what was done since the account's step, and what is due next
   * @throws DomainError BadRequest if the body is no DueRun; ServiceUnavailable if the account is at another step
   */
  async run(accountId: string, body: unknown, { traceparent }: Pick<Operation, 'traceparent'>): Promise<DueRunDone> {
    const { data: wanted } = dueRun.safeParse(body);
    if (!wanted) throw new DomainError('BadRequest');
    return this.clocks.during(accountId, wanted.step, async () => {
      const failing = await this.untilDone(accountId, wanted, traceparent);
      return {
        did: await this.clocks.doneSinceStep(accountId),
        ...(await this.next(accountId)),
        ...(failing && { failing }),
      };
    });
  }

  async next(accountId: string): Promise<NextDueAnswer> {
    await this.caughtUp();
    const next = await this.dueWork.nextOf(accountId);
    return next ? { next: { at: next.at.toISOString(), what: this.thingOf(next) } } : {};
  }

  /** @returns what failed, if something did */
  private async untilDone(
    accountId: string,
    { until }: DueRun,
    traceparent: string | undefined,
  ): Promise<DueRunDone['failing']> {
    const untilMs = performance.now() + RUN_MS;
    try {
      const runOf = () => this.dueWork.runOf(accountId, new Date(until), traceparent);
      for (let hasRun = true; hasRun && performance.now() < untilMs;) {
        await this.caughtUp();
        hasRun = false;
        while (performance.now() < untilMs && (await runOf())) hasRun = true;
      }
    } catch (error) {
      if (!(error instanceof DueWorkFailed)) throw error;
      const { item, cause } = error;
      return { what: this.thingOf(item), cause: cause instanceof Error ? cause.message : String(cause) };
    }
    return undefined;
  }
}
