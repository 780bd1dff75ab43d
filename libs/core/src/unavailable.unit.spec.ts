import { describe, expect, it } from '@jest/globals';
import { isUnavailable, Unavailable } from './index.js';

const coded = (code: string): Error => Object.assign(new Error(code), { code });
/** As TypeORM wraps the error of a driver. */
const queryFailed = (driverError: Error): Error => Object.assign(new Error(driverError.message), { driverError });

const codes = {
  Postgres:
    '57P01 57P02 57P03 08006 08001 53300 53100 53200 58030 58P01 57014 55P03 25P03 25P04 25006 28P01 3D000 40001 40003 40P01 55000',
  Node: 'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EMFILE ENOSPC EIO',
  TLS: 'EPROTO ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER CERT_HAS_EXPIRED SELF_SIGNED_CERT_IN_CHAIN',
  undici:
    'UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT UND_ERR_SOCKET UND_ERR_CLOSED UND_ERR_DESTROYED',
};
const ofEach = Object.entries(codes).flatMap(([of, all]) => all.split(' ').map((code) => [of, code] as const));

describe('isUnavailable', () => {
  it.each(ofEach)('recognises a code of %s: %s, also within another error', (_, code) => {
    expect(isUnavailable(coded(code))).toBe(true);
    expect(isUnavailable(queryFailed(coded(code)))).toBe(true);
    expect(isUnavailable(new TypeError('fetch failed', { cause: coded(code) }))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'The server does not support SSL connections',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('recognises the driver\'s "%s"', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true);
    expect(isUnavailable(queryFailed(new Error(message)))).toBe(true);
  });

  it.each([
    ['KafkaJSBrokerNotFound', true, true],
    ['KafkaJSTimeout', false, true],
    ['KafkaJSGroupCoordinatorNotFound', false, true],
    ['KafkaJSNonRetriableError', false, false],
  ])('%s of KafkaJS, retriable: %p, is one: %p', (name, retriable, expected) => {
    expect(isUnavailable(Object.assign(new Error(name), { name, retriable }))).toBe(expected);
  });

  it('recognises what an adapter throws, also as a cause further down', () => {
    const lost = new (class StoreAway extends Unavailable {})('lost');
    expect(isUnavailable(lost)).toBe(true);
    expect(isUnavailable(new Error('could not record', { cause: new Error('at its end', { cause: lost }) }))).toBe(
      true,
    );
  });

  it('recognises a name that leads to several addresses, none of which answers', () => {
    expect(isUnavailable(Object.assign(new AggregateError([coded('ECONNREFUSED')]), { code: 'ECONNREFUSED' }))).toBe(
      true,
    );
  });

  it.each(['22P02', '23505', '25P02', '42P01', 'XX000', 'ENOENT', 'UND_ERR_INVALID_ARG'])(
    'leaves %s to its own meaning',
    (code) => {
      expect(isUnavailable(coded(code))).toBe(false);
      expect(isUnavailable(queryFailed(coded(code)))).toBe(false);
    },
  );

  it.each([undefined, null, 'ECONNREFUSED', { code: '57P01' }])('says no to what is no error: %p', (thrown) => {
    expect(isUnavailable(thrown)).toBe(false);
  });

  it('ends on causes that go in a circle', () => {
    const error = new Error('round');
    error.cause = new Error('and round', { cause: error });
    expect(isUnavailable(error)).toBe(false);
  });
});
