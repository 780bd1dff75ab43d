import { Injectable } from '@nestjs/common';
import type { PauseReason } from '@halyard/contracts/webhooks';
import { queryPrepared, Sealer, UnsealingError } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import type { PublicEvent } from '../../event/public-event.js';
import type { RecordedDelivery } from '../../event/recorded-delivery.js';
import { type Attempt, isDelivered } from '../delivery.js';
import { DueRetries } from '../../retry/due-retries.rows.js';
import { retryAt } from '../../retry/retry-schedule.js';
import { FAILURES_MAX, Pauses } from './pauses.js';
import { type Move, valuesOf, WRITE_ATTEMPTS_ALONE, WRITE_ATTEMPTS_WITHIN } from './write-attempts.sql.js';

export const ANSWER_CONTEXT = 'webhooks.attempt-answer';

/**
 * The subject under whose key an answer is sealed: the event's customer, if any, so that it is erased with the
 * customer.
 */
export const answerSubject = ({ customerId, accountId }: Pick<PublicEvent, 'customerId' | 'accountId'>): string =>
  customerId ?? accountId;

/**
 * A subscription with failures, which are stored already or new. Its row is locked. If it has a `pause_reason`, it is
 * paused.
 */
interface FailingRow {
  readonly id: string;
  readonly account_id: string;
  readonly application_id: string;
  failures: number;
  pause_reason: PauseReason | null;
  readonly strict_order: boolean;
  readonly leased_by: number | null;
}

const isCounted = ({ delivery }: Attempt): boolean => delivery.resendOf === undefined;
const failsAndCounts = (attempt: Attempt): boolean => isCounted(attempt) && !isDelivered(attempt.result);
const subscriptionOf = ({ delivery }: Attempt): string => delivery.subscription.id;

/**
 * Writes down attempts and their consequences for deliveries and subscriptions, in one transaction. A failed attempt
 * leads to a retry or is final; the 400th failure in a row, in the order of writing, pauses the subscription. A
 * delivery that succeeded once stays delivered. An attempt that was already written down does not count again.
 */
@Injectable()
export class AttemptRecords {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly retries: DueRetries,
    private readonly pauses: Pauses,
  ) {}

  /** Prepares the keys that will seal the answers of these deliveries. */
  expect(deliveries: readonly RecordedDelivery[]): void {
    // A failure shows later, when an answer is sealed.
    this.sealer.prepare(deliveries.map(({ event }) => answerSubject(event))).catch(() => undefined);
  }

  async settle(attempts: readonly Attempt[]): Promise<void> {
    const answers = await Promise.all(attempts.map((attempt) => this.sealedAnswer(attempt)));
    if (!attempts.some(failsAndCounts) && (await this.writeUntroubled(attempts, answers))) return;
    await this.dataSource.transaction(async (tx) => {
      const troubled = await lockTroubled(tx, attempts);
      const known = troubled.size > 0 ? await idsOfKnown(tx, attempts) : new Set<string>();
      const before = [...troubled.values()].map((subscription) => ({ ...subscription }));
      const moves = attempts.flatMap((attempt) => movesOf(attempt, troubled, known.has(attempt.id)));

      await queryPrepared(tx, WRITE_ATTEMPTS_WITHIN, valuesOf({ attempts, answers, moves, untroubled: [] }));
      await this.follow(tx, before, troubled, moves);
    });
  }

  /**
   * Writes nearly all attempts by one statement. @returns false, without writing, if a subscription has failures to
   * reset
   */
  private async writeUntroubled(attempts: readonly Attempt[], answers: readonly (Buffer | null)[]): Promise<boolean> {
    const moves = attempts.flatMap((attempt) => movesOf(attempt, new Map(), false));
    const untroubled = new Set(attempts.filter(isCounted).map(subscriptionOf));
    const values = valuesOf({ attempts, answers, moves, untroubled: [...untroubled] });
    const [row] = await queryPrepared<{ written: boolean }>(this.dataSource, WRITE_ATTEMPTS_ALONE, values);
    return row?.written === true;
  }

  /** Updates subscriptions, and queues retries and pauses as due work. */
  private async follow(
    tx: EntityManager,
    before: readonly FailingRow[],
    after: ReadonlyMap<string, FailingRow>,
    moves: readonly Move[],
  ): Promise<void> {
    const changed = before.flatMap((was) => {
      const is = after.get(was.id);
      return is && (is.failures !== was.failures || is.pause_reason !== was.pause_reason)
        ? [{ ...is, isNewlyPaused: is.pause_reason !== was.pause_reason }]
        : [];
    });
    if (changed.length > 0) {
      await tx.query(
        `UPDATE subscriptions
         SET failures = changed.failures, paused = changed.reason IS NOT NULL, pause_reason = changed.reason
         FROM unnest($1::uuid[], $2::int[], $3::text[]) AS changed (id, failures, reason)
         WHERE subscriptions.id = changed.id`,
        [changed.map(({ id }) => id), changed.map(({ failures }) => failures), changed.map((is) => is.pause_reason)],
      );
    }
    await this.retries.retryAt(
      moves.flatMap((move) => move.retryAt ?? []),
      tx,
    );
    await this.pauses.follow(
      changed.filter(({ isNewlyPaused }) => isNewlyPaused),
      tx,
    );
  }

  private async sealedAnswer({ delivery, result }: Attempt): Promise<Buffer | null> {
    if ('error' in result) return null;
    const { headers, body } = result;
    try {
      return await this.sealer.seal(answerSubject(delivery.event), ANSWER_CONTEXT, JSON.stringify({ headers, body }));
    } catch (error) {
      // The key is damaged or destroyed. The attempt is written without its answer, since deliveries must not wait
      // for it.
      if (error instanceof UnsealingError) return null;
      throw error;
    }
  }
}

/**
 * Locks the subscriptions with failures, in the order of their ids. It leaves all others unlocked, because recording
 * events waits for these locks.
 */
async function lockTroubled(tx: EntityManager, attempts: readonly Attempt[]): Promise<Map<string, FailingRow>> {
  const failed = attempts.filter(failsAndCounts);
  const rows = await tx.query<FailingRow[]>(
    `SELECT id, account_id, application_id, failures, pause_reason, strict_order, leased_by FROM subscriptions
     WHERE id = ANY ($1) AND (failures > 0 OR id = ANY ($2)) ORDER BY id FOR NO KEY UPDATE`,
    [[...new Set(attempts.map(subscriptionOf))], [...new Set(failed.map(subscriptionOf))]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Ids of the attempts that an earlier commit wrote, although its caller never learned of it. */
async function idsOfKnown(tx: EntityManager, attempts: readonly Attempt[]): Promise<ReadonlySet<string>> {
  const times = attempts.map(({ at }) => at.getTime());
  const rows = await tx.query<{ id: string }[]>(
    'SELECT id FROM attempts WHERE id = ANY ($1) AND attempted_at BETWEEN $2 AND $3',
    [attempts.map(({ id }) => id), new Date(Math.min(...times)), new Date(Math.max(...times))],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The moves that an attempt causes. If the attempt counts towards a pause, it is counted here. */
function movesOf(attempt: Attempt, troubled: ReadonlyMap<string, FailingRow>, isKnown: boolean): Move[] {
  const { delivery, result } = attempt;
  const { id, recordedAt, resendOf, url } = delivery;
  const own = { id, recordedAt };
  const subscription = troubled.get(subscriptionOf(attempt));
  if (resendOf !== undefined) {
    if (!isDelivered(result)) return [{ ...own, state: 'failed' }];
    const original: Move = { id: resendOf, recordedAt, state: 'delivered' };
    return url === undefined ? [{ ...own, state: 'delivered' }, original] : [{ ...own, state: 'delivered' }];
  }
  if (isDelivered(result)) {
    if (subscription && !isKnown) subscription.failures = 0;
    return [{ ...own, state: 'delivered' }];
  }
  // The subscription was deleted, or the attempt is written already.
  if (!subscription || isKnown) return [];
  return failed(attempt, subscription);
}

function failed({ delivery: { id, recordedAt, tries }, at, worker }: Attempt, subscription: FailingRow): Move[] {
  const isItsSenders = subscription.leased_by === worker;
  const again = retryAt(at, tries);
  if (subscription.pause_reason === null) {
    subscription.failures += 1;
    if (subscription.failures >= FAILURES_MAX) subscription.pause_reason = 'failures';
    else if (subscription.strict_order && isItsSenders && again === undefined) {
      subscription.pause_reason = 'retries-exhausted';
    }
  }
  // Another worker leases the subscription and may be sending this delivery: that worker decides its next state.
  if (!isItsSenders) return [];
  if (subscription.pause_reason !== null) return [{ id, recordedAt, state: 'held' }];
  return [again ? { id, recordedAt, state: 'waiting', retryAt: again } : { id, recordedAt, state: 'failed' }];
}
