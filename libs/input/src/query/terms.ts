import { composed, DAY_MS, isId } from '@halyard/core';
import { booleanOf } from '../boolean.js';
import { sourceOf } from '../validation/declared.js';
import { CORRELATION_ID, isCalendarDay, isInstant, momentIn } from '../validation/vocabulary.js';
import type { DefaultedTerm, QueryTerm } from './declared-query.js';

/*
 * The terms of list queries. Every value has a bound that is checked before the value is read. Only `anyOf` and `ids`
 * accept a repeated name.
 */

const one =
  <Value>(read: (text: string) => Value | undefined): QueryTerm<Value>['read'] =>
  (given) =>
    typeof given === 'string' ? read(given) : undefined;

export const moment: QueryTerm<Date> = {
  read: one(momentIn),
  schema: {
    type: 'string',
    format: 'date-time',
    description: 'A moment (RFC 3339) with any offset, up to milliseconds.',
    examples: ['2026-01-31T12:00:00.000Z'],
  },
};

const TEXT_LENGTH_MAX = 255;

/** A text to search for, trimmed and in the form for comparison. A query is so short that this never takes long. */
export const text: QueryTerm<string> = {
  read: one((given) => {
    const searched = composed(given);
    return [...searched].length <= TEXT_LENGTH_MAX ? searched.trim() : undefined;
  }),
  schema: { type: 'string', maxLength: TEXT_LENGTH_MAX },
  content: 'text',
};

/** Text whose only rule is a pattern. The pattern must be linear, which lint enforces. The text is no personal data. */
export const matching = <Value>(
  pattern: RegExp,
  { example, description, as }: { example: string; description?: string; as: (given: string) => Value | undefined },
): QueryTerm<Value> => ({
  read: one((given) => (pattern.test(given) ? as(given) : undefined)),
  schema: { type: 'string', pattern: sourceOf(pattern), examples: [example], ...(description && { description }) },
  content: 'kept',
});

export const correlationId = matching(CORRELATION_ID, {
  example: 'order-1',
  description: '1 to 255 letters, digits, dots, underscores and hyphens.',
  as: (given) => given,
});

export const oneOf = <Word extends string>(words: readonly Word[]): QueryTerm<Word> => ({
  read: one((given) => words.find((word) => word === given)),
  schema: { enum: words },
  code: 'Invalid',
});

/** One or more of these words, each once. */
export const anyOf = <Word extends string>(words: readonly Word[]): QueryTerm<readonly Word[]> => ({
  read: (given) => {
    const asked = [given].flat();
    const found = words.filter((word) => asked.includes(word));
    return asked.every((word) => found.some((known) => known === word)) ? found : undefined;
  },
  schema: { type: 'array', items: { enum: words }, description: 'Any of these; repeated for more than one.' },
  code: 'Invalid',
});

export const id: QueryTerm<string> = {
  read: one((given) => (isId(given) ? given.toLowerCase() : undefined)),
  schema: {
    type: 'string',
    format: 'uuid',
    description: 'A UUID.',
    examples: ['0195b3a0-0000-7000-8000-0000000000c1'],
  },
};

const IDS_MAX = 50;

/** One or more ids, each once. */
export const ids: QueryTerm<readonly string[]> = {
  read: (given) => {
    const asked = [given].flat();
    const isAccepted = asked.length <= IDS_MAX && asked.every(isId);
    return isAccepted ? [...new Set(asked.map((one) => one.toLowerCase()))] : undefined;
  },
  schema: {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: IDS_MAX,
    description: `Any of these; repeated for more than one, up to ${IDS_MAX} ids.`,
    examples: [['0195b3a0-0000-7000-8000-0000000000c1']],
  },
};

/** A boolean, in any spelling of `booleanOf`. */
export const flag = (otherwise: boolean, description: string): DefaultedTerm<boolean> => ({
  read: one(booleanOf),
  schema: { enum: ['true', 'false'], default: String(otherwise), description },
  otherwise,
});

/** A day in UTC, which stands for its first moment. */
export const firstDay: QueryTerm<Date> = {
  read: one((given) => (isCalendarDay(given) ? new Date(`${given}T00:00:00.000Z`) : undefined)),
  schema: {
    type: 'string',
    format: 'date',
    description: 'A UTC day that exists, as YYYY-MM-DD.',
    examples: ['2026-01-31'],
  },
};

/** A day in UTC, which stands for the first moment after it. */
export const lastDay: QueryTerm<Date> = {
  ...firstDay,
  read: (given) => {
    const day = firstDay.read(given);
    return day && new Date(day.getTime() + DAY_MS);
  },
};

/** The time that a day in UTC or an instant covers: from its first moment to the first moment after it. */
function spanOf(given: string): { readonly from: Date; readonly to: Date } | undefined {
  const day = firstDay.read(given);
  const from = day ?? (isInstant(given) ? new Date(given) : undefined);
  return from && { from, to: new Date(from.getTime() + (day ? DAY_MS : 1)) };
}

const bound = (end: 'from' | 'to'): QueryTerm<Date> => ({
  read: one((given) => spanOf(given)?.[end]),
  schema: {
    anyOf: [
      { type: 'string', format: 'date' },
      { type: 'string', format: 'date-time' },
    ],
    examples: ['2026-01-31', '2026-01-31T12:00:00.000Z'],
    description: 'A day of UTC or an instant, itself included, of `created`.',
  },
});

/** Matches what was created at or after the first moment of a day or instant. */
export const notBefore = bound('from');

/** Matches what was created before or within a day or instant. Its value is the first moment after it. */
export const notAfter = bound('to');

export const wholeNumber = (
  minimum: number,
  maximum: number,
  otherwise: number,
  description?: string,
): DefaultedTerm<number> => ({
  read: one((given) => {
    const number = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
    return number >= minimum && number <= maximum ? number : undefined;
  }),
  schema: { type: 'integer', minimum, maximum, default: otherwise, ...(description && { description }) },
  otherwise,
});

/** The greatest offset. It is far beyond any list that somebody reads by pages, and Postgres accepts it. */
const OFFSET_MAX = 1_000_000_000;

/** The size of a page, and the number of items before it. */
export const page = { limit: wholeNumber(1, 200, 25), offset: wholeNumber(0, OFFSET_MAX, 0) };

/**
 * The value at which a page begins, for terms that clients take from an answer. No answer gives an empty one, so an
 * empty value is a fault.
 */
export const cursor = <Term extends QueryTerm<unknown>>(term: Term): Term => ({ ...term, takesBlank: true });

const SHOWN_FROM = 'From a link of the list: what came later is not shown.';

/** A value that the links of a list carry from page to page. Each list decides what it means. */
export const anchor = <Value>(pattern: RegExp, as: (given: string) => Value | undefined): QueryTerm<Value> =>
  matching(pattern, { example: '1', description: SHOWN_FROM, as });
