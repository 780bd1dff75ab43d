import { centsOf, type Money } from '@halyard/client';
import type { ReactElement } from 'react';

const zone = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

const inUtc = (at: string): string => `${at.replace('T', ' ').slice(0, 19)} UTC`;

/** Shows a time in UTC, in which filters, lists and charts count days. The tooltip has the person's own time. */
export function Time({ at }: { readonly at: string }): ReactElement | null {
  if (at === '') return null;
  return (
    <time dateTime={at} title={zone.format(new Date(at))}>
      {inUtc(at)}
    </time>
  );
}

/** An amount with separators, made from the decimal string: an amount is never a float. */
export function amountText({ value, currency }: Money): string {
  const cents = centsOf(value);
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  const whole = BigInt(digits.slice(0, -2)).toLocaleString('en');
  return `${cents < 0n ? '−' : ''}${whole}.${digits.slice(-2)} ${currency.toUpperCase()}`;
}

export const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'value' in value && 'currency' in value;

export const Amount = ({ of }: { readonly of: Money | undefined }): ReactElement => (
  <span className="amount">{of ? amountText(of) : '–'}</span>
);

const tones: Readonly<Record<string, readonly string[]>> = {
  good: ['processed', 'delivered', 'verified', 'active', 'done', 'current', 'balanced', 'certified', 'approved', '2xx'],
  bad: ['failed', 'suspended', 'rejected', 'parked', 'unbalanced', 'stopped', '4xx', '5xx'],
  waiting: ['pending', 'held', 'waiting', 'paused', 'retry', 'document', 'running', 'rebuilding', 'processing'],
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
