import { describe, expect, it } from '@jest/globals';
import { roleOf, schemaOf, serviceUrl } from './identifiers.js';

describe('schemaOf', () => {
  it('is a name that needs no quotes', () => expect(schemaOf('funding-sources')).toBe('funding_sources'));
});

describe('roleOf', () => {
  it('carries the name of the database, because roles belong to the whole server', () => {
    expect(roleOf('halyard', 'funding-sources')).toBe('halyard_funding_sources');
  });

  it('stays within what Postgres keeps of a name, and tells databases apart still', () => {
    const long = (end: string) => roleOf(`${'x'.repeat(62)}${end}`, 'funding-sources');
    expect(long('a').length).toBeLessThanOrEqual(63);
    expect(long('a')).not.toBe(long('b'));
  });
});

describe('serviceUrl', () => {
  it("exchanges user and password and keeps the rest of the administrator's URL", () => {
    expect(serviceUrl('postgres://admin:a%40b@db.internal:5433/halyard?sslmode=verify-full', 'transfers', 'p@ss')).toBe(
      'postgres://halyard_transfers:p%40ss@db.internal:5433/halyard?sslmode=verify-full',
    );
  });

  it('names the database that Postgres takes from the user when the URL names none', () => {
    expect(serviceUrl('postgres://app@127.0.0.1', 'auth', 'x')).toBe('postgres://app_auth:x@127.0.0.1/app');
  });
});
