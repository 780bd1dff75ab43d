import { Injectable } from '@nestjs/common';
import { type Operation, routeAt, sharedServiceRoutes } from '@halyard/contracts';
import {
  type DidCounts,
  type DueRun,
  dueRunDone,
  type DueRunDone,
  type NextDue,
  nextDueAnswer,
} from '@halyard/contracts/sandbox-clock';
import { ServiceCalls } from '@halyard/http';
import { sumOf } from './advances.rows.js';
import { OwnDueRuns } from './own-due-runs.js';

/** What the services did of what was due in an account, and what is due next. */
export interface DueDone {
  /** Since the last step of the account's clock. */
  readonly did: DidCounts;
  readonly next?: NextDue;
  /** Something that is due and fails. Nothing that comes after it was done. */
  readonly failing?: DueRunDone['failing'];
}

/** The two services in which things become due by an account's clock. Those of transfers come first in each moment. */
@Injectable()
export class DueServices {
  constructor(
    private readonly own: OwnDueRuns,
    private readonly calls: ServiceCalls,
  ) {}

  /** What is due next in an account, whatever its mode. */
  async next(accountId: string, operation: Operation): Promise<NextDue | undefined> {
    const route = routeAt(sharedServiceRoutes.findNextDue, 'funding-sources');
    const [own, other] = await Promise.all([
      this.own.next(accountId),
      this.calls.ask(route, accountId, operation).then((answer) => nextDueAnswer.parse(answer ?? {})),
    ]);
    return earlier(own.next, other.next);
  }

  /**
   * Does all that is due in an account at or before `until`.
   *
   * @throws DomainError ServiceUnavailable, also if the clock has moved on
   */
  async run(accountId: string, run: DueRun, operation: Operation): Promise<DueDone> {
    const route = routeAt(sharedServiceRoutes.runDueOfAccount, 'funding-sources');
    const own = await untilDone(run, () => this.runOwn(accountId, run, operation));
    if (own.failing) return own;
    const other = await untilDone(run, async () =>
      dueRunDone.parse(await this.calls.requestAbout(accountId, route, run, operation)),
    );
    const next = earlier(own.next, other.next);
    const { failing } = other;
    return { did: sumOf(own.did, other.did), ...(next && { next }), ...(failing && { failing }) };
  }

  private runOwn(accountId: string, run: DueRun, operation: Operation): Promise<DueRunDone> {
    return this.own.run(accountId, run, operation);
  }
}

/** Asks a service again while it has more to do than one run does. */
async function untilDone(run: DueRun, ask: () => Promise<DueRunDone>): Promise<DueRunDone> {
  for (;;) {
    const done = await ask();
    if (done.failing || !isDue(done.next, run)) return done;
  }
}

const isDue = (next: NextDue | undefined, { until }: DueRun): boolean => next !== undefined && next.at <= until;

/** The first one of two that are due at the same time is that of transfers. */
const earlier = (own: NextDue | undefined, other: NextDue | undefined): NextDue | undefined =>
  own && other ? (other.at < own.at ? other : own) : (own ?? other);
