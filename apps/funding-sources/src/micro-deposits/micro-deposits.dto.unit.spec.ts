import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@halyard/core';
import { BodyPipe } from '@halyard/input';
import { MicroDepositsDto } from './micro-deposits.dto.js';

const usd = (value: unknown) => ({ value, currency: 'USD' });

async function faultsOf(body: object | undefined): Promise<string[]> {
  try {
    await new BodyPipe().transform(body, { type: 'body', metatype: MicroDepositsDto });
    return [];
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'ValidationError') throw error;
    return (error.detail.faults ?? []).map(({ code, path, message }) => `${code} ${path} ${message}`);
  }
}

describe('the body of POST /funding-sources/{id}/micro-deposits', () => {
  it.each([
    ['empty', {}],
    ['missing', undefined],
    ['without amounts', { amount1: null }],
    ['two amounts below ten cents', { amount1: usd('0.01'), amount2: usd('0.09') }],
    ['two numbers', { amount1: usd(0.01), amount2: usd(0.02) }],
  ])('may be %s', async (_, body) => {
    expect(await faultsOf(body)).toEqual([]);
  });

  it.each(['0.10', '1', '0', '0.00', '-0.01', '0.001', '1e-2', ' 0.01', 'one', 0.1, 0.015, true, {}, ['0.01']])(
    'may not hold the amount %j',
    async (value) => {
      expect(await faultsOf({ amount1: usd(value), amount2: usd('0.02') })).toEqual([
        'Invalid /amount1/value Invalid amount. Allowed: from 0.01 to 0.09.',
      ]);
      expect(await faultsOf({ amount1: usd('0.02'), amount2: usd(value) })).toEqual([
        'Invalid /amount2/value Invalid amount. Allowed: from 0.01 to 0.09.',
      ]);
    },
  );

  it.each([
    [{ amount1: usd('0.01') }, ['Required /amount2 Amount2 required.']],
    [{ amount2: usd('0.01') }, ['Required /amount1 Amount1 required.']],
    [
      { amount1: {}, amount2: '0.01' },
      [
        'Required /amount1/value Value required.',
        'Required /amount1/currency Currency required.',
        'InvalidFormat /amount2 Amount2 invalid. Allowed: an object.',
      ],
    ],
    [
      { amount1: { value: '0.01', currency: 'EUR' }, amount2: usd('0.02') },
      ['Invalid /amount1/currency Currency invalid. Allowed: USD.'],
    ],
  ])('may not be %j', async (body, faults) => {
    expect(await faultsOf(body)).toEqual(faults);
  });
});
