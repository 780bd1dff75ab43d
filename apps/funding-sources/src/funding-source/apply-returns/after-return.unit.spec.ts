import { describe, expect, it } from '@jest/globals';
import { newId, returnCodes } from '@halyard/core';
import { aBank } from '../../../test/a-bank.js';
import type { FundingSource } from '../funding-source.entity.js';
import { afterReturn } from './after-return.js';

const at = new Date('2026-03-02T00:00:00.000Z');
const bank = aBank({
  status: 'verified',
  microDeposits: {
    status: 'processed',
    created: '2026-01-01T00:00:00.000Z',
    amounts: '',
    wrongAttempts: 0,
    paymentId: newId(),
  },
  version: 4,
});
const typesOf = (source: FundingSource, code: keyof typeof returnCodes): string[] =>
  afterReturn(source, returnCodes[code].effects, at).map(({ type }) => type.split('.')[1] ?? '');

describe('a bank after a return (reference facts, section 7.9)', () => {
  it.each(Object.entries(returnCodes))('of %s', (_, { effects }) => {
    const changes = afterReturn(bank, effects, at);
    expect(changes.map(({ type }) => type)).toEqual([
      ...(effects.unverify ? ['funding-sources.funding-source-unverified.v1'] : []),
      ...(effects.remove ? ['funding-sources.funding-source-removed.v1'] : []),
    ]);
    expect(changes.map(({ source }) => source.version)).toEqual([5, 6].slice(0, changes.length));
    const { status, removedAt } = changes.at(-1)?.source ?? bank;
    expect([status, removedAt]).toEqual([effects.unverify ? 'unverified' : 'verified', effects.remove ? at : null]);
  });

  it('needs new micro-deposits once it lost its verification', () => {
    const [unverified] = afterReturn(bank, returnCodes.R22.effects, at);
    expect(unverified?.source).toMatchObject({ microDeposits: null });
  });

  it('is told as unverified only if it was verified', () => {
    expect(typesOf({ ...bank, status: 'unverified' }, 'R03')).toEqual(['funding-source-removed']);
    expect(typesOf({ ...bank, status: 'unverified' }, 'R22')).toEqual([]);
  });

  it('stays as it was removed, and a balance as it is', () => {
    expect(typesOf({ ...bank, removedAt: at }, 'R05')).toEqual([]);
    expect(typesOf({ ...bank, type: 'balance' }, 'R05')).toEqual([]);
  });
});
