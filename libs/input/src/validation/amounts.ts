import { parseAmount } from '@halyard/core';
import type { ValidationOptions } from 'class-validator';
import { declare, type Term } from './declared.js';

/* Rules for amounts of money. */

/** The pattern of exactly those texts that `parseAmount` accepts. */
const AMOUNT = '^(?:[1-9]\\d{0,9}(?:\\.\\d{1,2})?|0\\.(?:0[1-9]|[1-9]\\d?))$';

const money: Term = {
  name: 'money',
  content: 'kept',
  test: (value) => parseAmount(value) !== undefined,
  schema: {
    description: 'Above zero, at most 9999999999.99, with a point and up to two decimals.',
    anyOf: [
      { type: 'string', pattern: AMOUNT },
      { type: 'number', minimum: 0.01, maximum: 9_999_999_999.99, multipleOf: 0.01 },
    ],
    examples: ['225.00', 12.5],
  },
};

/** An amount in dollars, above zero and with up to two decimals (decision "money"). */
export const IsMoney = (options?: ValidationOptions): PropertyDecorator => declare(money, options);

const amountText: Term = {
  name: 'amountText',
  content: 'kept',
  test: (value) => typeof value === 'string' && parseAmount(value) !== undefined,
  schema: {
    type: 'string',
    pattern: AMOUNT,
    description: 'Above zero, at most 9999999999.99, with a point and up to two decimals.',
    examples: ['225.00'],
  },
};

/** An amount in dollars as decimal text, above zero: unlike `IsMoney`, it takes no number. */
export const IsAmountText = (): PropertyDecorator => declare(amountText);

const ZEROS: readonly unknown[] = [0, '0', '0.0', '0.00'];

const notZero: Term = {
  name: 'notZero',
  test: (value) => !ZEROS.includes(value),
  schema: { not: { enum: ZEROS }, description: 'At least 0.01.' },
};

/** Gives zero a fault of its own, beside `@IsMoney()`, so that it is not taken for something that is no amount. */
export const IsNotZero = (options?: ValidationOptions): PropertyDecorator => declare(notZero, options);

const cents: Term = {
  name: 'cents',
  content: 'amounts',
  test: (value) => (parseAmount(value)?.minor ?? 10n) < 10n,
  schema: {
    description: 'From 0.01 to 0.09.',
    anyOf: [
      { type: 'string', pattern: '^0\\.0[1-9]$' },
      { type: 'number', minimum: 0.01, maximum: 0.09, multipleOf: 0.01 },
    ],
    examples: ['0.03'],
  },
};

/** An amount below ten cents, as micro-deposits have (specification, sandbox simulation rules). */
export const IsFewCents = (options?: ValidationOptions): PropertyDecorator => declare(cents, options);
