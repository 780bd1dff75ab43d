import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { isUnavailable } from './index.js';

const coded = (code: string): Error => Object.assign(new Error(code), { code });
const queryFailed = (error: Error): Error => new QueryFailedError('SELECT 1', [], error);

describe('isUnavailable', () => {
  it.each([
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '08001',
    '53300',
    '53100',
    '58030',
    '58P01',
    '57014',
    '55P03',
    '25P03',
    '25P04',
    '25006',
    '28P01',
    '3D000',
    '40001',
    '40003',
    '40P01',
    '55000',
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
  ])('recognises %s, also as TypeORM wraps it', (code) => {
    expect(isUnavailable(coded(code))).toBe(true);
    expect(isUnavailable(queryFailed(coded(code)))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('recognises the driver\'s "%s"', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
    expect(isUnavailable(queryFailed(new Error(message)))).toBe(true);
  });

  it('recognises a cause further down', () => {
    expect(isUnavailable(new Error('could not record', { cause: queryFailed(coded('57P01')) }))).toBe(true);
  });

  it('recognises a name that leads to several addresses, none of which answers', () => {
    expect(isUnavailable(Object.assign(new AggregateError([coded('ECONNREFUSED')]), { code: 'ECONNREFUSED' }))).toBe(
      true,
    );
  });

  it.each(['22P02', '23505', '25P02', '42P01', 'XX000', 'ENOENT'])('leaves %s to its own meaning', (code) => {
    expect(isUnavailable(coded(code))).toBe(false);
    expect(isUnavailable(queryFailed(coded(code)))).toBe(false);
  });

  it.each([undefined, null, 'ECONNREFUSED', { code: '57P01' }])('says no to what is no error: %p', (thrown) => {
    expect(isUnavailable(thrown)).toBe(false);
  });

  it('ends on causes that go in a circle', () => {
    const error = new Error('round');
    error.cause = new Error('and round', { cause: error });
    expect(isUnavailable(error)).toBe(false);
  });
});
