import { describe, expect, it } from '@jest/globals';
import { DomainError, errorCodes, validationError } from './index.js';

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

describe('validationError', () => {
  it('carries every fault in the order given', () => {
    const faults = [
      { code: 'Required', message: 'Name required.', path: '/name' },
      { code: 'InvalidFormat', message: 'Amount invalid.', path: '/amount/value' },
    ] as const;
    expect(validationError(...faults)).toMatchObject({ code: 'ValidationError', kind: 'invalid', detail: { faults } });
  });
});

describe('the table of error codes', () => {
  it('lets the same request be repeated only where nobody has to change anything first', () => {
    const retryable = Object.entries(errorCodes).flatMap(([code, row]) => (row.retryable ? [code] : []));
    expect(retryable).toEqual(['Conflict', 'TooManyRequests', 'ServerError', 'ServiceUnavailable', 'RequestTimeout']);
  });

  it('words every code as a sentence', () => {
    for (const { message } of Object.values(errorCodes)) expect(message).toMatch(/^[A-Z].*\.$/);
  });
});
