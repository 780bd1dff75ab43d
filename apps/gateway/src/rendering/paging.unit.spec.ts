import { type CollectionAnswer, type Page, ref } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Filters } from '../media/query.js';
import { pageLinks } from './paging.js';

const page = (total: number, asked: Page, extra: Partial<CollectionAnswer> = {}) => {
  const item = { type: 'resource', kind: 'event', id: 'x', attributes: {}, links: {} } as const;
  const items = Array.from({ length: Math.max(0, Math.min(asked.limit, total - asked.offset)) }, () => item);
  return {
    type: 'collection',
    self: ref('listEvents'),
    of: 'event',
    items,
    total,
    page: asked,
    ...extra,
  } as const;
};

describe('pageLinks', () => {
  it.each<[string, CollectionAnswer, Filters, object]>([
    [
      'one page only',
      page(3, { limit: 25, offset: 0, anchor: 'a' }),
      {},
      { self: '', first: '?limit=25&offset=0', last: '?limit=25&offset=0' },
    ],
    [
      'an empty list',
      page(0, { limit: 25, offset: 0 }),
      {},
      { self: '', first: '?limit=25&offset=0', last: '?limit=25&offset=0' },
    ],
    [
      'the first of three',
      page(60, { limit: 25, offset: 0, anchor: 'a' }),
      {},
      {
        self: '',
        first: '?limit=25&offset=0',
        next: '?limit=25&offset=25&anchor=a',
        last: '?limit=25&offset=50',
      },
    ],
    [
      'one in between, with filters',
      page(60, { limit: 10, offset: 20, anchor: 'a b' }),
      { status: ['pending', 'failed'], search: 'x&y', limit: '10', offset: '20', anchor: 'a b' },
      {
        self: '?status=pending&status=failed&search=x%26y&limit=10&offset=20&anchor=a+b',
        first: '?status=pending&status=failed&search=x%26y&limit=10&offset=0',
        prev: '?status=pending&status=failed&search=x%26y&limit=10&offset=10&anchor=a+b',
        next: '?status=pending&status=failed&search=x%26y&limit=10&offset=30&anchor=a+b',
        last: '?status=pending&status=failed&search=x%26y&limit=10&offset=50',
      },
    ],
    [
      'an offset that no page begins at',
      page(60, { limit: 25, offset: 10 }),
      { offset: '10' },
      {
        self: '?limit=25&offset=10',
        first: '?limit=25&offset=0',
        prev: '?limit=25&offset=0',
        next: '?limit=25&offset=35',
        last: '?limit=25&offset=50',
      },
    ],
    [
      'beyond the end',
      page(10, { limit: 25, offset: 100 }),
      { offset: '100' },
      {
        self: '?limit=25&offset=100',
        first: '?limit=25&offset=0',
        prev: '?limit=25&offset=0',
        last: '?limit=25&offset=0',
      },
    ],
    [
      'far beyond the end of several pages, with filters and an anchor',
      page(60, { limit: 25, offset: 1_000_000, anchor: 'a' }),
      { status: 'failed', offset: '1000000', anchor: 'a' },
      {
        self: '?status=failed&limit=25&offset=1000000&anchor=a',
        first: '?status=failed&limit=25&offset=0',
        prev: '?status=failed&limit=25&offset=50&anchor=a',
        last: '?status=failed&limit=25&offset=50',
      },
    ],
    [
      'beyond the end of an empty list',
      page(0, { limit: 25, offset: 100 }),
      { offset: '100' },
      { self: '?limit=25&offset=100', first: '?limit=25&offset=0', last: '?limit=25&offset=0' },
    ],
    [
      'a list that always comes whole',
      page(2, { limit: 25, offset: 0 }, { page: undefined }),
      { removed: 'false' },
      { self: '?removed=false' },
    ],
    [
      'a list that begins after a number',
      page(2, { limit: 1, offset: 0 }, { page: undefined }),
      { after: '17', limit: '1' },
      { self: '?after=17&limit=1' },
    ],
  ])('for %s', (_, collection, filters, links) => {
    expect(pageLinks(collection, filters)).toEqual(links);
  });

  it('goes on past a total that is only known to be so large', () => {
    const full = page(10_000, { limit: 25, offset: 9_975 });
    expect(pageLinks(full, {}).next).toBeUndefined();
    expect(pageLinks({ ...full, totalIsAtLeast: true }, {}).next).toBe('?limit=25&offset=10000');
  });

  it.each([
    [10_000, '?limit=25&offset=10000'],
    [9_999, undefined],
  ])('does not lead by next to a page that is refused, as those after %d are', (offsetMax, next) => {
    const full = { ...page(10_000, { limit: 25, offset: 9_975, offsetMax }), totalIsAtLeast: true } as const;
    expect(pageLinks(full, {}).next).toBe(next);
  });

  it('leads by prev to a page that has something, from wherever it is', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(1_000), fc.integer({ min: 1, max: 50 }), (total, offset, limit) => {
        const { prev } = pageLinks(page(total, { limit, offset }), {});
        expect(prev !== undefined).toBe(offset > 0 && total > 0);
        if (prev !== undefined) expect(Number(new URLSearchParams(prev.slice(1)).get('offset'))).toBeLessThan(total);
      }),
    );
  });

  it('leads from the first page by next over every item, once', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 50 }), (total, limit) => {
        let seen = 0;
        for (let offset: number | undefined = 0; offset !== undefined;) {
          const current = page(total, { limit, offset });
          seen += current.items.length;
          const { next } = pageLinks(current, {});
          offset = next === undefined ? undefined : Number(new URLSearchParams(next.slice(1)).get('offset'));
        }
        expect(seen).toBe(total);
      }),
    );
  });
});
