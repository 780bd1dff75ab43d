import { newId } from '@halyard/core';
import type { Attempt, AttemptResult, ClaimedDelivery } from '../../src/delivery/delivery.js';
import type { ClaimedSubscription } from '../../src/event/recorded-delivery.js';

type GivenDelivery = Partial<Omit<ClaimedDelivery, 'subscription' | 'event'>> & {
  readonly subscription?: Partial<ClaimedSubscription>;
  readonly resourceId?: string;
};

const at = new Date('2026-03-02T15:00:00.000Z');

/** A worker's delivery; without a given subscription it has its own. */
export const aClaimedDelivery = ({
  subscription,
  resourceId = 'r',
  ...given
}: GivenDelivery = {}): ClaimedDelivery => ({
  id: newId(),
  recordedAt: at,
  sequence: 1,
  tries: 0,
  ...given,
  subscription: {
    id: newId(),
    url: 'https://example.com/',
    sealedSecret: Buffer.alloc(0),
    strictOrder: false,
    failures: 0,
    ...subscription,
  },
  event: {
    id: 'e',
    accountId: 'a',
    customerId: null,
    topic: 'transfer_created',
    resourceKind: 'transfer',
    resourceId,
    resourceVersion: null,
    createdAt: at,
  },
});

export const answered = (statusCode: number): AttemptResult => ({ statusCode, headers: [], body: '' });

export const anAttempt = (given: Partial<Attempt> = {}): Attempt => ({
  id: newId(),
  delivery: aClaimedDelivery(),
  worker: 1,
  at,
  durationMs: 1,
  result: answered(200),
  signatures: { current: '', standard: '' },
  ...given,
});
