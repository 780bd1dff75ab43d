import { centsOf, type Money } from '@halyard/client';
import type { ReactElement } from 'react';
import { useAccountYear } from '../api/account-clock.js';

const zone = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

const inUtc = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const inUtcWithYear = new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'medium' });

/** The year is left out if it is the account's. */
const dayOf = (at: string, year: string): string => (at.startsWith(year) ? inUtc : inUtcWithYear).format(new Date(at));

interface TimeProps {
  readonly at: string;
  /** Whether the seconds are left out. */
  readonly isBrief?: boolean;
}

/** Shows a time in UTC, in which filters, lists and charts count days. The tooltip has the person's own time. */
export function Time({ at, isBrief = false }: TimeProps): ReactElement | null {
  const year = useAccountYear();
  if (at === '') return null;
  return (
    <time dateTime={at} title={`${zone.format(new Date(at))} where you are`} translate="no">
      {dayOf(at, year)}, {at.slice(11, isBrief ? 16 : 19)} <span className="zone">UTC</span>
    </time>
  );
}

/** A decimal number with separators, made from its text: an amount is never a float. */
function digitsOf(value: string): string {
  const cents = centsOf(value);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  const whole = BigInt(digits.slice(0, -2)).toLocaleString('en');
  return `${cents < 0n ? '−' : ''}${whole}.${digits.slice(-2)}`;
}

export const amountText = ({ value, currency }: Money): string => `${digitsOf(value)} ${currency.toUpperCase()}`;

export const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'value' in value && 'currency' in value;

/** A browser must not translate the amount: its text stands beside an element, and would keep its old value then. */
export const Amount = ({ of }: { readonly of: Money | undefined }): ReactElement => (
  <span className="amount" translate="no">
    {of ? (
      <>
        {digitsOf(of.value)} <span className="currency">{of.currency.toUpperCase()}</span>
      </>
    ) : (
      '–'
    )}
  </span>
);

const tones: Readonly<Record<string, readonly string[]>> = {
  good: [
    'processed',
    'delivered',
    'verified',
    'active',
    'done',
    'current',
    'balanced',
    'certified',
    'approved',
    'works',
    'settled',
    'level',
    '2xx',
  ],
  bad: [
    'failed',
    'failing',
    'refuses',
    'refused',
    'suspended',
    'rejected',
    'parked',
    'unbalanced',
    'stopped',
    'returned',
    'returned late',
    'down',
    'differs',
    '4xx',
    '5xx',
  ],
  waiting: [
    'pending',
    'warning',
    'held',
    'waiting',
    'paused',
    'retry',
    'document',
    'running',
    'filling',
    'processing',
    'advancing',
    'submitted',
    'corrected',
  ],
};
const toneByStatus: ReadonlyMap<string, string> = new Map(
  Object.entries(tones).flatMap(([tone, statuses]) => statuses.map((status) => [status, tone] as const)),
);

/**
 * Shows a status as a word with a shape before it, so that no state is told by colour alone. An answer's status is its
 * HTTP number.
 */
export function Status({ of }: { readonly of: string }): ReactElement {
  const tone = toneByStatus.get(of.replace(/^(\d)\d\d$/, '$1xx')) ?? 'neutral';
  return <span className={`status ${tone}`}>{of === '' ? '–' : of}</span>;
}

/** A text of this length still stands in one line of a table. */
const SHORT_MAX = 20;

/** A text from outside. If it is long, it takes several lines of a table instead of all of the table's width. */
export const Words = ({ of }: { readonly of: string }): ReactElement =>
  of.length > SHORT_MAX ? <span className="wraps">{of}</span> : <>{of}</>;

/** Makes words of `firstName` or `microDeposits`. */
export const wordsOf = (name: string): string => {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
