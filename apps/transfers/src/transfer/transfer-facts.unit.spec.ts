import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { LEGS_MAX, legIdOf, paymentIdOf } from '../payment-ids.js';
import { factIdOf } from './transfer-facts.js';

const VERSIONS = 16;

describe('ids of facts', () => {
  it('differ for every version of every leg that a payment may have', () => {
    const attemptId = newId();
    const legs = [paymentIdOf(newId()), ...Array.from({ length: LEGS_MAX - 1 }, (_, at) => legIdOf(attemptId, at + 1))];
    const ids = legs.flatMap((id) => Array.from({ length: VERSIONS }, (_, at) => factIdOf({ id, version: at + 1 })));
    expect(new Set(ids).size).toBe(LEGS_MAX * VERSIONS);
  });
});
