import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { type ClockStep, type DidCounts, type WaitingFor } from '@halyard/contracts/sandbox-clock';
import type { Clock } from '@halyard/core';
import { untracedTraceparent } from '@halyard/observability';
import type { DataSource } from 'typeorm';
import type { Quiet, QuietState } from '../../quiet/quiet.js';
import { type Advance, findAdvance, type HeldBy, type Progress, storeProgress } from '../advances.rows.js';
import type { WantedClock } from '../clocks.rows.js';
import type { DueDone, DueServices } from '../due-services.js';
import type { Steps } from '../steps.js';

/** How long one question after quiet waits. */
const QUIET_MS = 1_000;

/** How long an advance waits at a moment before it leaves it, or says why it can't. */
@Injectable()
export class AdvancePatience {
  /** Until webhooks have told of the moment (contract of what no peer has, section 1). */
  readonly webhooksMs: number = 10_000;
  /** Until all is done that follows from the moment. */
  readonly quietMs: number = 5_000;
}

/** An advance that makes a clock real goes on until it is behind the system by no more than this. */
const BEHIND_MS = 2_000;

export interface AdvanceParts {
  readonly dataSource: DataSource;
  readonly clock: Clock;
  readonly steps: Steps;
  readonly due: DueServices;
  readonly quiet: Quiet;
  readonly patience: AdvancePatience;
}

/** What became of an advance for now. A held one is tried again soon. */
export type RunOutcome = 'ended' | 'held' | 'left';

type Moment = { readonly held: HeldBy } | { readonly held?: undefined; readonly next?: Date };

/**
 * Carries out one advance, from one due moment to the next. All that it does is stored in parts, so another process can
 * go on with it at any point: nothing is kept here that matters.
 */
export class AdvanceRun {
  constructor(
    private readonly parts: AdvanceParts,
    private readonly accountId: string,
    private readonly id: string,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws DomainError ServiceUnavailable while a service can't be reached, and every error of the database */
  async run(): Promise<RunOutcome> {
    for (;;) {
      if (this.signal.aborted) return 'left';
      const started = await this.find();
      if (!started) return 'ended';
      const step = await this.parts.steps.finish(this.accountId, operationOf(started, started.reached));
      const advance = await this.find();
      if (!advance) return 'ended';
      if (!step.isAdvancing) await this.goTo(step, { ...whileAdvanced(step), isAdvancing: true });
      else {
        const moment = await this.doMoment(step, advance);
        if (moment === undefined) return 'left';
        if (!(await this.leave(step, moment))) return 'held';
      }
    }
  }

  private async find(): Promise<Advance | undefined> {
    const advance = await findAdvance(this.parts.dataSource, this.id);
    return advance?.status === 'advancing' ? advance : undefined;
  }

  /** Does what is due at the clock's time, and waits for what follows. @returns undefined once the signal has aborted */
  private async doMoment({ at, step }: ClockStep, advance: Advance): Promise<Moment | undefined> {
    const operation = operationOf(advance, new Date(at));
    const run = { step, until: at };
    if (advance.eventsBefore === undefined) {
      const before = await this.untilQuiet(operation, advance, false);
      if (!before || 'what' in before) return before && { held: before };
      await this.store({ eventsBefore: before.events });
    }
    for (let known: DidCounts | undefined; ;) {
      const done = await this.parts.due.run(this.accountId, run, operation);
      if (!isSame(done.did, known)) await this.store({ didSinceStep: done.did });
      if (done.failing) return { held: holdOf(advance, done.failing, this.parts.clock) };
      if (known && isSame(done.did, known)) {
        if (advance.held) await this.store({ held: null });
        return done.next ? { next: new Date(done.next.at) } : {};
      }
      known = done.did;
      const quiet = await this.untilQuiet(operation, advance, advance.waitsForWebhooks, done);
      if (!quiet || 'what' in quiet) return quiet && { held: quiet };
      await this.store({ eventsLast: quiet.events });
    }
  }

  /** Waits until nothing is under way that follows from the moment. @returns why it waits no longer, if it is not quiet */
  private async untilQuiet(
    operation: Operation,
    advance: Advance,
    deliveries: boolean,
    done?: DueDone,
  ): Promise<Extract<QuietState, { quiet: true }> | HeldBy | undefined> {
    const { webhooksMs, quietMs } = this.parts.patience;
    let sinceMs = performance.now();
    const forMs = (): number => performance.now() - sinceMs;
    for (let withDeliveries = deliveries; !this.signal.aborted;) {
      const waitMs = withDeliveries ? Math.min(QUIET_MS, webhooksMs - forMs()) : QUIET_MS;
      const asked = { deliveries: withDeliveries, untilCalm: withDeliveries, waitMs, signal: this.signal, operation };
      const state = await this.parts.quiet.reach(this.accountId, asked);
      if (state.quiet) return state;
      const { waitingFor } = state;
      if (waitingFor.some(({ what }) => what === 'parked')) return parked(advance, waitingFor, this.parts.clock);
      if (withDeliveries && forMs() >= webhooksMs) {
        withDeliveries = false;
        sinceMs = performance.now();
        await this.store({ isSlow: true });
      } else if ((!withDeliveries && forMs() >= quietMs) || (await this.find())?.isStopAsked) {
        return waits(advance, waitingFor, done, this.parts.clock);
      }
    }
    return undefined;
  }

  /** Leaves the moment, if that is possible. @returns false if the advance is held */
  private async leave(step: ClockStep, moment: Moment): Promise<boolean> {
    const advance = await this.find();
    if (!advance) return true;
    if (advance.isStopAsked) {
      await this.goTo(step, { mode: step.mode, banks: step.banks, isAdvancing: false, at: step.at, ends: 'stopped' });
      return true;
    }
    if (moment.held) {
      await this.store({ held: moment.held });
      return false;
    }
    if (step.at < advance.to.toISOString()) {
      const { next } = moment;
      const at = next && next < advance.to ? next : advance.to;
      await this.goTo(step, { ...whileAdvanced(step), isAdvancing: true, at: at.toISOString() });
    } else if (!(await this.goesOn(advance))) {
      await this.goTo(step, { ...advance.endsAs, isAdvancing: false, at: step.at, ends: 'done' });
    }
    return true;
  }

  /** An advance to the system's time follows it, because that goes on meanwhile. */
  private async goesOn({ endsAs, to }: Advance): Promise<boolean> {
    const now = this.parts.clock.system();
    if (endsAs.mode !== 'real' || now.getTime() - to.getTime() <= BEHIND_MS) return false;
    await this.store({ to: now });
    return true;
  }

  private async goTo({ step }: ClockStep, wanted: WantedClock): Promise<void> {
    // If the clock is no longer at this step, another process goes on with the advance, and the next look shows that.
    await this.parts.steps.beginAt(this.accountId, step, wanted);
  }

  private store(progress: Progress): Promise<void> {
    return storeProgress(this.parts.dataSource, this.id, progress);
  }
}

/** While it is advanced, a clock that was real is frozen already. */
const whileAdvanced = ({ mode, banks }: ClockStep): Pick<WantedClock, 'mode' | 'banks'> =>
  mode === 'real' ? { mode: 'frozen', banks: 'on-time' } : { mode, banks };

/** Whatever an advance does bears the trace of its request. */
const operationOf = ({ id, requestId, traceparent }: Advance, at: Date): Operation => ({
  id,
  requestId,
  principal: { kind: 'service', service: 'transfers' },
  at: at.toISOString(),
  traceparent: traceparent ?? untracedTraceparent(id),
});

const isSame = (left: DidCounts, right: DidCounts | undefined): boolean =>
  right !== undefined && JSON.stringify(left) === JSON.stringify(right);

/** A hold that goes on keeps its beginning. */
const since = ({ held }: Advance, what: HeldBy['what'], clock: Clock): string =>
  held?.what === what ? held.since : clock.system().toISOString();

const holdOf = (advance: Advance, { what, cause }: NonNullable<DueDone['failing']>, clock: Clock): HeldBy => ({
  what,
  since: since(advance, what, clock),
  cause,
});

const parked = (advance: Advance, waitingFor: readonly WaitingFor[], clock: Clock): HeldBy => {
  const count = waitingFor.find(({ what }) => what === 'parked')?.count ?? 1;
  const cause = `${count} parked ${count === 1 ? 'message' : 'messages'} of the account must be replayed or skipped.`;
  return { what: 'parked', since: since(advance, 'parked', clock), cause };
};

const underWay: Readonly<Record<WaitingFor['what'], string>> = {
  payment: 'payments',
  list: 'lists',
  event: 'events',
  delivery: 'deliveries',
  advance: 'advances',
  'balance-inquiry': 'balance inquiries',
  parked: 'parked messages',
};

function waits(advance: Advance, waitingFor: readonly WaitingFor[], done: DueDone | undefined, clock: Clock): HeldBy {
  const what = done?.next?.what ?? 'settlement';
  const words = waitingFor.map((one) => `${underWay[one.what]} (${one.count})`).join(', ');
  return { what, since: since(advance, what, clock), cause: `Still under way: ${words}.` };
}
