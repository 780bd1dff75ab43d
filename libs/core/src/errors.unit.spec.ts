import { describe, expect, it } from '@jest/globals';
import { DomainError, errorCodes, type Fault, validationError } from './index.js';

describe('DomainError', () => {
  it('carries its code, the kind of that code and its message', () => {
    const error = new DomainError('NotFound');
    expect(error).toMatchObject({ name: 'DomainError', code: 'NotFound', kind: 'notFound', retryable: false });
    expect(error.message).toBe(errorCodes.NotFound.message);
    expect(error).toBeInstanceOf(Error);
  });

  it('prefers a message of its own and keeps what led to it', () => {
    const cause = new Error('connection lost');
    const error = new DomainError('ServiceUnavailable', { message: 'Later.', cause, retryAfterSeconds: 3 });
    expect(error).toMatchObject({ message: 'Later.', cause, detail: { retryAfterSeconds: 3 } });
  });
});

describe('the message of a code', () => {
  /** What a client may be told to do. */
  const STEP =
    /(?:^|[.,:] )(?:See|Remove|Use|Link|Correct|Select|Add|Log|Try|Visit|Send|Request|Ask|Its|Read|Check|Wait|Begin|Enter|Repeat|Programs use)\b/;

  it.each(Object.entries(errorCodes))('%s says what to do next', (_, { message }) => expect(message).toMatch(STEP));

  // Reference facts, section 12.
  it.each([
    ['InvalidAccessToken', 'Invalid access token.'],
    ['InvalidResourceState', 'Resource cannot be modified.'],
    ['NotFound', 'The requested resource was not found.'],
    ['InvalidVersion', 'Missing or invalid API version.'],
    ['TryAgainLater', 'Invalid wait time.'],
  ] as const)('%s begins as published', (code, published) =>
    expect(errorCodes[code].message.startsWith(published)).toBe(true),
  );
});

describe('validationError', () => {
  it('carries every fault in the order given', () => {
    const faults = [
      { code: 'Required', message: 'Name required.', path: '/name' },
      { code: 'InvalidFormat', message: 'Amount invalid.', path: '/amount/value' },
    ] as const;
    expect(validationError(...faults)).toMatchObject({ code: 'ValidationError', kind: 'invalid', detail: { faults } });
  });
});

describe('the faults of a DomainError', () => {
  const faults = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ code: 'Invalid', message: 'Wrong.', path: `/${index}` }) as const);
  const detailOf = (...found: Fault[]) => validationError(...found).detail;

  it('are all told up to 25, and those beyond only counted', () => {
    expect(detailOf(...faults(25))).toEqual({ faults: faults(25) });
    expect(detailOf(...faults(26))).toEqual({ faults: faults(25), moreFaults: 1 });
  });

  it('are bounded once, however often they are passed on', () => {
    const once = new DomainError('ValidationError', { faults: faults(30), moreFaults: 70 }).detail;
    expect(once.moreFaults).toBe(75);
    expect(new DomainError('ValidationError', once).detail).toEqual(once);
  });

  it('have pointers and messages of bounded length', () => {
    const long = { code: 'Invalid', message: '\u{1F600}'.repeat(1_000), path: `/a/${'k'.repeat(300)}/b` } as const;
    const [told] = detailOf(long).faults ?? [];
    expect(told?.path).toBe('/a');
    expect(told?.message).toBe('\u{1F600}'.repeat(150));
  });
});

describe('the table of error codes', () => {
  it('lets the same request be repeated only where nobody has to change anything first', () => {
    const retryable = Object.entries(errorCodes).flatMap(([code, row]) => (row.retryable ? [code] : []));
    expect(retryable).toEqual([
      'Conflict',
      'TooManyRequests',
      'TryAgainLater',
      'ServerError',
      'ServiceUnavailable',
      'RequestTimeout',
    ]);
  });

  it('words every code as a sentence', () => {
    for (const { message } of Object.values(errorCodes)) expect(message).toMatch(/^[A-Z].*\.$/);
  });
});
