import { describe, expect, it } from '@jest/globals';
import { deriveId, idTimeMs, isId, newId } from '@halyard/core';
import { entryIdOf, holdIdOf, paymentIdOf } from './payment-ids.js';

describe('ids of a payment', () => {
  it('follow from the operation alone and carry its time', () => {
    const operationId = newId();
    const paymentId = paymentIdOf(operationId);

    expect(paymentId).toBe(paymentIdOf(operationId));
    expect(isId(paymentId)).toBe(true);
    expect(paymentId[14]).toBe('7');
    for (const id of [paymentId, holdIdOf(paymentId), entryIdOf(paymentId)]) {
      expect(idTimeMs(id)).toBe(idTimeMs(operationId));
    }
  });

  it('differ by purpose', () => {
    const paymentId = paymentIdOf(newId());
    expect(new Set([paymentId, holdIdOf(paymentId), entryIdOf(paymentId)]).size).toBe(3);
  });

  it('count as made at the epoch where the operation carries no time', () => {
    const paymentId = paymentIdOf(deriveId('no', 'time'));
    expect(isId(paymentId)).toBe(true);
    expect(idTimeMs(paymentId)).toBe(0);
  });
});
