import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { Time } from '../parts/text.js';

interface Verdict {
  /** A status, whose colour is that of the sentence. */
  readonly status: 'works' | 'refuses' | 'waiting' | 'paused' | 'new';
  readonly sentence: string;
  /** Since when it is so. Stands where the sentence has `…`. */
  readonly since?: string;
}

type HealthTimes = Pick<Api.SubscriptionHealth, 'backlog' | 'oldestWaiting' | 'lastSuccess' | 'lastFailure'>;

/** Whether the last try of a subscription failed, so that somebody has to look after it. */
export const isFailing = ({ lastFailure = '', lastSuccess = '' }: HealthTimes): boolean => lastFailure > lastSuccess;

/** Whether a subscription works, as a status and as a sentence. */
export function verdictOf(
  { paused, pauseReason }: Pick<Api.WebhookSubscription, 'paused' | 'pauseReason'>,
  health: HealthTimes,
): Verdict {
  const { backlog, oldestWaiting = '', lastSuccess = '', lastFailure = '' } = health;
  const waits = `${String(backlog)} ${backlog === 1 ? 'event waits' : 'events wait'}`;
  if (paused)
    return {
      status: 'paused',
      sentence: `Paused: ${pauses[pauseReason ?? 'requested']}${backlog > 0 ? `, and ${waits}` : ''}`,
    };
  const isRefusing = isFailing(health);
  if (backlog > 0 && isRefusing)
    return lastSuccess < oldestWaiting
      ? { status: 'refuses', sentence: `Refuses everything since …: ${waits}`, since: oldestWaiting }
      : { status: 'refuses', sentence: `Refuses since …: ${waits}`, since: lastSuccess };
  if (backlog > 0) return { status: 'waiting', sentence: `Works, and ${waits} for a first success` };
  if (isRefusing) return { status: 'refuses', sentence: 'Refused the last try, at …', since: lastFailure };
  if (lastSuccess !== '') return { status: 'works', sentence: 'Works: nothing waits' };
  return { status: 'new', sentence: 'Nothing was sent to it yet' };
}

const pauses: Readonly<Record<NonNullable<Api.WebhookSubscription['pauseReason']>, string>> = {
  requested: 'somebody paused it',
  failures: 'too many deliveries in a row failed',
  'retries-exhausted': 'a delivery failed for 72 hours, and those after it wait in order',
};

export const healthTones: Readonly<Record<Verdict['status'], string>> = {
  works: 'good',
  refuses: 'bad',
  waiting: 'waiting',
  paused: 'waiting',
  new: '',
};

interface HealthTextProps {
  readonly subscription: Pick<Api.WebhookSubscription, 'paused' | 'pauseReason'>;
  readonly of: HealthTimes;
}

/** Says in a sentence whether a subscription works. */
export function HealthText({ subscription, of }: HealthTextProps): ReactElement {
  const { sentence, since } = verdictOf(subscription, of);
  const [before, after] = sentence.split('…', 2);
  return (
    <>
      {before}
      {since !== undefined && <Time at={since} />}
      {after}
    </>
  );
}
