import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@halyard/core';
import { readFilters } from './read-filters.js';

function faultsOf(query: Parameters<typeof readFilters>[0]): string[] {
  try {
    readFilters(query);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return (error.detail.faults ?? []).map(({ code, path, message }) => `${code} ${path} ${message}`);
  }
}

describe('the query of GET /customers', () => {
  it('asks for the first 25 of all customers by default', () => {
    expect(readFilters({})).toEqual({ limit: 25, offset: 0, statuses: [] });
  });

  it('reads every filter', () => {
    const query = {
      limit: '5',
      offset: '10',
      anchor: '42',
      search: ' Ada ',
      email: 'a@b.co',
      status: ['retry', 'document'],
    };
    expect(readFilters(query)).toEqual({
      limit: 5,
      offset: 10,
      anchor: 42,
      search: 'Ada',
      email: 'a@b.co',
      statuses: ['retry', 'document'],
    });
    expect(readFilters({ status: 'verified' }).statuses).toEqual(['verified']);
  });

  it('takes empty texts for none', () => {
    expect(readFilters({ search: '', email: ' ' })).toEqual({ limit: 25, offset: 0, statuses: [] });
  });

  it('has every fault in one answer', () => {
    expect(
      faultsOf({ limit: '0', anchor: 'x', status: ['retry', 'active'], search: ['a', 'b'], email: 'a'.repeat(256) }),
    ).toEqual([
      'InvalidFormat /query/limit Limit invalid.',
      'InvalidFormat /query/search Search invalid.',
      'InvalidFormat /query/email Email invalid.',
      'Invalid /query/status Status invalid.',
    ]);
    expect(faultsOf({ anchor: '-1' })).toEqual(['InvalidFormat /query/anchor Anchor invalid.']);
  });
});
