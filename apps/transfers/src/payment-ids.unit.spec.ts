import { describe, expect, it } from '@jest/globals';
import { idTimeMs, isId, newId } from '@halyard/core';
import { entryIdOf, eventIdOf, holdIdOf, legIdOf, LEGS_MAX, paymentIdOf } from './payment-ids.js';

const legs = Array.from({ length: LEGS_MAX }, (_, leg) => leg);
const kinds = ['PaymentInitiated', 'LegProcessed', 'HoldPlaced', 'CreditPosted'] as const;

describe('ids of a payment', () => {
  it('follow from the operation alone and carry its time', () => {
    const operationId = newId();
    const paymentId = paymentIdOf(operationId);
    expect(paymentId).toBe(paymentIdOf(operationId));
    expect(isId(paymentId)).toBe(true);
    expect(idTimeMs(paymentId)).toBe(idTimeMs(operationId));
  });

  it('of an attempt carry its time, and differ by leg and purpose', () => {
    const attemptId = newId();
    const ids = legs.flatMap((leg) => [
      legIdOf(attemptId, leg),
      holdIdOf(attemptId, leg),
      entryIdOf(attemptId, leg),
      ...kinds.map((kind) => eventIdOf(attemptId, kind, leg)),
    ]);
    expect(ids.every((id) => isId(id) && idTimeMs(id) === idTimeMs(attemptId))).toBe(true);
    expect(new Set([attemptId, ...ids]).size).toBe(ids.length + 1);
  });
});
