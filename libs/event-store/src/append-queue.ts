import { spreadOverTurns, turnEnd } from '@halyard/core';
import { asError } from './as-error.js';
import type { Append, AppendResult, Submission } from './event-store.js';
import { ClaimLost } from './event-store.js';
import type { Outcome, PendingAppend } from './outstanding.js';
import { Losses, noOutcome, storeClosed, submitted } from './outstanding.js';

/** How many callers get their outcome in one turn of the event loop. As a rule, one of six then answers a client. */
const TOLD_PER_TURN_MAX = 192;
/**
 * Bounds on a group, so that its message stays small and its commit short. Further appends wait for the next commit. A
 * group has at least one append.
 */
const GROUP_APPENDS_MAX = 2000;
const GROUP_EVENTS_MAX = 5000;
/** The most JSON of events, in UTF-16 units. */
const GROUP_TEXT_MAX = 4_000_000;
const UNKNOWN: AppendResult = { revision: -1, position: 0n };

interface AppendQueueOptions {
  /** Says how many waiting appends go into the next commit: at least one. By default, as many as the bounds allow. */
  readonly groupLength?: (waiting: readonly PendingAppend[]) => Promise<number>;
  /** Called when no append waits or is in flight. */
  readonly onIdle?: () => void;
  /** Whether the commit also writes the claims of its appends. */
  readonly writesClaims?: boolean;
}

/**
 * Commits appends in groups. Appends gather while a commit is in flight. If none is, the next one begins at the end of
 * the event loop's turn, so that the appends of one request share it. Appends keep the order in which they were
 * submitted, and one group is in flight at a time. So everything that an append rests on is committed, or comes before
 * it in the same group.
 */
export class AppendQueue {
  private waiting: PendingAppend[] = [];
  private draining: Promise<void> | undefined;
  private closed = false;

  /** @param commit writes a group and gives one outcome per append, in order. If it rejects, the whole group fails */
  constructor(
    private readonly commit: (group: readonly PendingAppend[]) => Promise<readonly Outcome[]>,
    private readonly options: AppendQueueOptions = {},
  ) {}

  submit(append: Append, after: readonly Submission[] = []): Submission {
    return submitted(append, after, (pending) => this.add(pending));
  }

  /** @throws EventStoreUnavailable once the queue is closed */
  add(pending: PendingAppend): void {
    if (this.closed) throw storeClosed();
    this.waiting.push(pending);
    this.draining ??= this.drain();
  }

  /** Refuses further appends. Resolves once all submitted appends have their outcome. */
  async close(): Promise<void> {
    this.closed = true;
    await this.draining;
  }

  private async drain(): Promise<void> {
    let telling: Promise<void> | undefined;
    await turnEnd();
    while (this.waiting.length > 0) {
      const { groupLength } = this.options;
      const group = this.waiting.splice(0, groupLength ? await groupLength(this.waiting) : lengthOf(this.waiting));
      const outcomes = await this.outcomes(group);
      this.failLosers(group, outcomes);
      await telling;
      telling = this.tell(group, outcomes);
      if (this.waiting.length === 0) await telling;
    }
    this.draining = undefined;
    this.options.onIdle?.();
  }

  private async outcomes(group: readonly PendingAppend[]): Promise<readonly Outcome[]> {
    try {
      return this.options.writesClaims ? await this.commit(group) : await this.commitClaimed(group);
    } catch (error) {
      const failure = asError(error);
      return group.map(() => failure);
    }
  }

  private async commitClaimed(group: readonly PendingAppend[]): Promise<readonly Outcome[]> {
    const claims = await Promise.all(group.map(async ({ claim }) => claim?.see()));
    if (!claims.includes(false)) return this.commit(group);
    const standing: PendingAppend[] = [];
    const known = new Losses().judge(group, (pending, index) => {
      const { append, claim } = pending;
      if (claim && claims[index] === false) return new ClaimLost(append.stream, claim);
      standing.push(pending);
      return UNKNOWN;
    });
    const outcomes = standing.length > 0 ? await this.commit(standing) : [];
    const next = outcomes.values();
    return known.map((outcome) => (outcome === UNKNOWN ? (next.next().value ?? noOutcome()) : outcome));
  }

  /**
   * Settles failed appends before successful ones: a caller that learns of a success must not go on to build on a
   * failure of the same group.
   */
  private failLosers(group: readonly PendingAppend[], outcomes: readonly Outcome[]): void {
    const losses = new Losses();
    group.forEach((pending, index) => {
      const outcome = outcomes[index] ?? noOutcome();
      if (!(outcome instanceof Error)) return;
      losses.add(pending, outcome);
      pending.submission.settle(outcome);
    });
    if (!losses.none) this.failFollowers(losses);
  }

  private tell(group: readonly PendingAppend[], outcomes: readonly Outcome[]): Promise<void> {
    return spreadOverTurns(group, TOLD_PER_TURN_MAX, ({ submission }, index) => {
      const outcome = outcomes[index];
      if (!submission.outcome && outcome) submission.settle(outcome);
    });
  }

  /**
   * Fails waiting appends that rest on one of these failures. They were submitted before the failure was known, and
   * must not reach the store.
   */
  private failFollowers(losses: Losses): void {
    this.waiting = this.waiting.filter((pending) => {
      const reason = losses.reasonFor(pending);
      if (!reason) return true;
      losses.add(pending, reason);
      pending.submission.settle(reason);
      return false;
    });
  }
}

function lengthOf(waiting: readonly PendingAppend[]): number {
  let [length, events, text] = [0, 0, 0];
  for (const { append } of waiting) {
    events += append.events.length;
    text += append.text;
    if (length === GROUP_APPENDS_MAX || (length > 0 && (events > GROUP_EVENTS_MAX || text > GROUP_TEXT_MAX))) break;
    length += 1;
  }
  return length;
}
