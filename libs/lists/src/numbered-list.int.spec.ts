import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { COUNT_MAX } from './count.js';
import { anywhere } from './like.js';
import { newestFirst, NumberedList } from './numbered-list.js';

interface Note {
  readonly number: number;
  readonly kind: string;
  readonly written: Date;
  readonly text: string;
}

interface NoteFilters {
  readonly kind?: readonly string[];
  readonly from?: Date;
  readonly search?: string;
}

const list = new NumberedList<Note, NoteFilters>({
  rows: 'notes',
  owner: 'owner_id',
  number: 'number',
  filters: {
    kind: 'kind = ANY',
    from: 'written >=',
    search: (text, parameter) => `text LIKE ${parameter(anywhere(text))}`,
  },
  read: (db, ownerId, numbers) =>
    db.query<Note[]>(
      `SELECT note.number::int, kind, written, text
       FROM unnest($2::bigint[]) WITH ORDINALITY AS page (number, place) JOIN notes AS note USING (number)
       WHERE owner_id = $1 ORDER BY place`,
      [ownerId, numbers],
    ),
  timeOf: ({ from }) => from && 'written',
});

const NOON = Date.parse('2026-03-02T12:00:00Z');
const texts = ['', 'ada', '100%', '100', 'a_b', 'a-b', '\\', "o'b", 'ñandú', 'n\u0303andu\u0301', '𝒳', 'Ada'];
/** Three were written at each moment, and later numbers are of earlier moments here and there. */
const notes: readonly Note[] = Array.from({ length: 60 }, (_, at) => ({
  number: at + 1,
  kind: ['a', 'b', 'c'][at % 3] ?? '',
  written: new Date(NOON + ((at * 7) % 20) * 60_000),
  text: texts[at % texts.length] ?? '',
}));

describe('a numbered list', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const [owner, many, none] = [newId(), newId(), newId()];
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
    await dataSource.query(`
      CREATE TABLE notes (
        owner_id uuid, number bigint, kind text, written timestamptz, text text, PRIMARY KEY (owner_id, number)
      )`);
    const insert = 'INSERT INTO notes SELECT $1, * FROM json_populate_recordset(NULL::notes_data, $2)';
    await dataSource.query('CREATE TYPE notes_data AS (number bigint, kind text, written timestamptz, text text)');
    await dataSource.query(insert, [owner, JSON.stringify(notes)]);
    await dataSource.query(
      `INSERT INTO notes SELECT $1, n, CASE WHEN n <= ${COUNT_MAX} THEN 'counted' ELSE 'beyond' END, now(), ''
       FROM generate_series(1, ${COUNT_MAX + 1}) AS n`,
      [many],
    );
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const pageOf = async (ownerId: string, query: NoteFilters & { limit?: number; offset?: number; anchor?: number }) => {
    const { manager } = dataSource;
    const { rows, ...shown } = await list.page(manager, await list.of(manager, ownerId, query.anchor), {
      limit: 25,
      offset: 0,
      ...query,
    });
    return { ...shown, numbers: rows.map(({ number }) => number) };
  };

  it('answers what its definition says, for whatever is asked', async () => {
    const query = fc.record(
      {
        kind: fc.subarray(['a', 'b', 'c', 'd']),
        from: fc.integer({ min: -1, max: 21 }).map((minutes) => new Date(NOON + minutes * 60_000)),
        search: fc.constantFrom(...texts, 'o', '%', '_', 'zuse', 'n\u0303'),
        anchor: fc.integer({ min: 0, max: 70 }),
        limit: fc.integer({ min: 1, max: 70 }),
        offset: fc.oneof(fc.nat(70), fc.constant(COUNT_MAX)),
      },
      { requiredKeys: ['limit', 'offset'] },
    );
    await fc.assert(
      fc.asyncProperty(query, async ({ kind, from, search, anchor, limit, offset }) => {
        const matching = notes
          .filter(
            (note) =>
              note.number <= (anchor ?? 60) &&
              (kind?.includes(note.kind) ?? true) &&
              note.written >= (from ?? new Date(0)) &&
              note.text.includes(search ?? ''),
          )
          .map(({ number, written }) => ({ number, ...(from && { at: written }) }))
          .sort(newestFirst);
        expect(await pageOf(owner, { kind, from, search, anchor, limit, offset })).toEqual({
          numbers: matching.slice(offset, offset + limit).map(({ number }) => number),
          total: matching.length,
          page: {
            ...{ limit, offset, anchor: String(Math.min(anchor ?? 60, 60)) },
            ...((kind ?? from ?? search) !== undefined && { offsetMax: COUNT_MAX }),
          },
        });
      }),
      { numRuns: 150 },
    );
  });

  it('orders what is of the same time by number, the highest first', async () => {
    const { numbers } = await pageOf(owner, { from: new Date(NOON + 19 * 60_000) });
    expect(numbers).toEqual([58, 38, 18]);
  });

  it.each<[string, Parameters<typeof pageOf>[1], object]>([
    [
      'as many matches as are counted',
      { kind: ['counted'], limit: 2 },
      { numbers: [10_000, 9_999], total: 10_000, page: { limit: 2, offset: 0, anchor: '10001', offsetMax: COUNT_MAX } },
    ],
    [
      'one match more',
      { kind: ['counted', 'beyond'], limit: 2 },
      { numbers: [10_001, 10_000], total: 10_000, totalIsAtLeast: true },
    ],
    [
      'one match more, from its last page',
      { kind: ['counted', 'beyond'], limit: 2, offset: COUNT_MAX },
      { numbers: [1], total: 10_000, totalIsAtLeast: true },
    ],
    [
      'one match more, by time',
      { from: new Date(0), limit: 2, offset: COUNT_MAX - 1 },
      { numbers: [2, 1], total: 10_000, totalIsAtLeast: true },
    ],
    ['all, exactly', { limit: 1, offset: COUNT_MAX }, { numbers: [1], total: 10_001 }],
    ['all, from beyond their end', { offset: 1_000_000_000 }, { numbers: [], total: 10_001 }],
  ])('shows %s', async (_, query, expected) => expect(await pageOf(many, query)).toMatchObject(expected));

  it('says that a total is at least so large only where it is', async () =>
    expect(await pageOf(many, { kind: ['counted'] })).not.toHaveProperty('totalIsAtLeast'));

  it('refuses matches beyond those that are counted', async () => {
    const refused = pageOf(many, { kind: ['counted'], offset: COUNT_MAX + 1 });
    await expect(refused).rejects.toMatchObject({ code: 'ValidationError' });
  });

  it.each<[string, NoteFilters]>([
    ['as a whole', {}],
    ['with a filter', { kind: ['a'] }],
  ])('is empty for who has nothing, %s', async (_, filters) =>
    expect(await pageOf(none, { ...filters, offset: 5 })).toMatchObject({
      numbers: [],
      total: 0,
      page: { limit: 25, offset: 5, anchor: '0' },
    }),
  );

  it('is found from its oldest on, too', async () => {
    const { manager } = dataSource;
    const { matches } = await list.find(
      manager,
      await list.of(manager, many),
      { kind: ['counted', 'beyond'] },
      { limit: 2, offset: 1 },
      'ASC',
    );
    expect(matches).toEqual([{ number: 2 }, { number: 3 }]);
  });

  it('fills its pages where items were lost', async () => {
    const holed = newId();
    await dataSource.query(
      `INSERT INTO notes SELECT $1, n, '', now(), '' FROM unnest('{1, 2, 3, 40, 42}'::int[]) AS n`,
      [holed],
    );
    const { numbers, total } = await pageOf(holed, { limit: 2 });
    expect([numbers, total]).toEqual([[42, 40], 42]);
    expect((await pageOf(holed, { limit: 2, offset: 20 })).numbers).toEqual([3, 2]);
    expect((await pageOf(holed, { limit: 2, offset: 41 })).numbers).toEqual([1]);
    expect((await pageOf(holed, { limit: 2, offset: 42 })).numbers).toEqual([]);
  });

  it('may be of rows that are numbered when they are read', async () => {
    const letters = new NumberedList<string, { readonly before?: string }>({
      rows: `(
        SELECT id, row_number() OVER (ORDER BY id) AS number, $1::text AS alphabet FROM unnest('{a,b,c,d}'::text[]) AS id
      ) AS letters`,
      owner: 'alphabet',
      number: 'number',
      filters: { before: 'id <' },
      read: (_, alphabet, numbers) => Promise.resolve(numbers.map((number) => alphabet.slice(number - 1, number))),
    });
    const { manager } = dataSource;
    const alphabet = await letters.of(manager, 'abcd');
    const read = (query: { limit: number; offset: number; before?: string }) =>
      letters.page(manager, alphabet, query).then(({ rows, total }) => [rows.join(''), total]);
    expect(await read({ limit: 3, offset: 0 })).toEqual(['dcb', 4]);
    expect(await read({ limit: 3, offset: 1, before: 'd' })).toEqual(['ba', 3]);
  });
});
