import { describe, expect, it } from '@jest/globals';
import { DomainError, newId } from '@halyard/core';
import { DeclaredQuery, type Query } from './declared-query.js';
import { anchor, anyOf, correlationId, firstDay, flag, id, ids, lastDay, oneOf, page, text } from './terms.js';

const anId = newId();
const declared = new DeclaredQuery(
  {
    ...page,
    anchor: anchor(/^\d{1,9}$/, Number),
    search: text,
    state: oneOf(['open', 'closed']),
    status: anyOf(['retry', 'document', 'verified']),
    startDate: firstDay,
    endDate: lastDay,
    resourceId: id,
    id: ids,
    removed: flag(true, 'Whether removed ones are shown.'),
    correlationId,
  },
  ({ search, offset }) => (search !== undefined && offset > 100 ? ['offset'] : []),
);
const otherwise = { limit: 25, offset: 0, removed: true };

describe('a declared query', () => {
  it.each<[Query, object]>([
    [{}, {}],
    [{ unknown: 'x' }, {}],
    [
      { limit: '200', offset: '400', anchor: '42' },
      { limit: 200, offset: 400, anchor: 42 },
    ],
    [{ offset: '1000000000' }, { offset: 1_000_000_000 }],
    [{ search: ' Ada ' }, { search: 'Ada' }],
    [{ search: '', limit: '', state: ' ', status: ['', ' '], removed: '' }, {}],
    [{ state: 'open' }, { state: 'open' }],
    [{ status: 'retry' }, { status: ['retry'] }],
    [{ status: ['verified', 'retry', 'retry', ''] }, { status: ['retry', 'verified'] }],
    [
      { startDate: '2024-02-29', endDate: '2024-02-29' },
      { startDate: new Date('2024-02-29T00:00:00.000Z'), endDate: new Date('2024-03-01T00:00:00.000Z') },
    ],
    [{ resourceId: anId.toUpperCase() }, { resourceId: anId }],
    [{ id: anId }, { id: [anId] }],
    [{ id: [anId.toUpperCase(), anId] }, { id: [anId] }],
    [{ removed: 'False' }, { removed: false }],
    [{ removed: '1' }, { removed: true }],
    [{ correlationId: 'order-1' }, { correlationId: 'order-1' }],
  ])('%j is %j beside what it is otherwise', (query, values) => {
    expect(declared.read(query)).toEqual({ ...otherwise, ...values });
  });

  it.each<[Query, string[]]>([
    [{ limit: '0' }, ['InvalidFormat /query/limit']],
    [{ limit: '201' }, ['InvalidFormat /query/limit']],
    [{ limit: '1.5' }, ['InvalidFormat /query/limit']],
    [{ limit: '1e2' }, ['InvalidFormat /query/limit']],
    [{ limit: ['1', '2'] }, ['InvalidFormat /query/limit']],
    [{ offset: '-1' }, ['InvalidFormat /query/offset']],
    [{ offset: '1000000001' }, ['InvalidFormat /query/offset']],
    [{ anchor: '-1' }, ['InvalidFormat /query/anchor']],
    [{ anchor: ['1', '2'] }, ['InvalidFormat /query/anchor']],
    [{ search: 'x'.repeat(256) }, ['InvalidFormat /query/search']],
    [{ search: ['a', 'b'] }, ['InvalidFormat /query/search']],
    [{ state: 'ajar' }, ['Invalid /query/state']],
    [{ status: ['retry', 'active'] }, ['Invalid /query/status']],
    [{ startDate: '2026-02-31' }, ['InvalidFormat /query/startDate']],
    [{ endDate: '2026-1-1' }, ['InvalidFormat /query/endDate']],
    [{ resourceId: '1' }, ['InvalidFormat /query/resourceId']],
    [{ id: [anId, '1'] }, ['InvalidFormat /query/id']],
    [{ id: Array.from({ length: 51 }, newId) }, ['InvalidFormat /query/id']],
    [{ removed: 'no' }, ['InvalidFormat /query/removed']],
    [{ removed: ['false', 'false'] }, ['InvalidFormat /query/removed']],
    [{ correlationId: 'a b' }, ['InvalidFormat /query/correlationId']],
    [{ search: 'x', offset: '101' }, ['InvalidFormat /query/offset']],
    [
      { limit: 'x', state: 'y', anchor: 'z' },
      ['InvalidFormat /query/limit', 'InvalidFormat /query/anchor', 'Invalid /query/state'],
    ],
  ])('%j has all its faults in one refusal', (query, faults) => {
    try {
      declared.read(query);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      expect(error.code).toBe('ValidationError');
      expect(error.detail.faults?.map(({ code, path }) => `${code} ${path}`)).toEqual(faults);
      return;
    }
    throw new Error('the query was not refused');
  });
});
