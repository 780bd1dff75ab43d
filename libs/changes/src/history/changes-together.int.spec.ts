import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import type {} from '@halyard/contracts/customers';
import { DomainError, newId } from '@halyard/core';
import type { DataSource } from 'typeorm';
import { recordsOf } from '@halyard/testing/messaging';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import { type AskedItem, type CommonChange, type HistoryEntry } from './change.js';
import { Changes } from './changes.js';

describe('changes that are made together', () => {
  let services: TestServices;
  let dataSource: DataSource;
  let changes: Changes;
  let batches: string[][];
  let make: (operation: Operation, name: string) => Promise<CreatedAnswer>;

  const operation = (id = newId()): Operation => ({
    id,
    requestId: newId(),
    principal: { kind: 'service', service: 'gateway' },
    at: '2026-01-05T12:00:00.000Z',
  });
  /** Names of things; a bad one fails the statement, a bare one is refused. */
  async function makeAll(
    { tx }: CommonChange,
    asked: readonly AskedItem<string>[],
  ): Promise<(CreatedAnswer | DomainError)[]> {
    const names = asked.map(({ item }) => item);
    batches.push(names);
    const wanted = names.filter((name) => name !== 'refused');
    await tx.query('INSERT INTO things SELECT name, 100 / length(name) FROM unnest($1::text[]) AS name', [wanted]);
    return names.map((name) => (name === 'refused' ? new DomainError('NotFound') : created('customer', name)));
  }
  const entry = (key = newId(), type: string): HistoryEntry => ({
    key,
    accountId: newId(),
    type,
    data: {},
    at: new Date('2026-01-05T12:00:00.000Z'),
  });
  const things = async (): Promise<string[]> =>
    (await dataSource.query<{ name: string }[]>('SELECT name FROM things ORDER BY name')).map(({ name }) => name);
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'made',
      (error: unknown) => error,
    );

  beforeAll(async () => {
    services = await createServices('customers');
    dataSource = services.dataSourceOf('customers');
    changes = new Changes(dataSource, recordsOf(dataSource));
    await dataSource.query('CREATE TABLE things (name text PRIMARY KEY, share integer NOT NULL)');
  });
  beforeEach(async () => {
    batches = [];
    make = changes.together(makeAll);
    await dataSource.query('TRUNCATE things');
  });
  afterAll(() => services.close());

  it('are one change, and answer each operation with what it came to', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(names.map((name) => make(operation(), name)));
    expect(answers.map(({ resource }) => resource.id)).toEqual(names);
    expect(batches.map((batch) => batch.length)).toEqual([4]);
    expect(await things()).toEqual(names);
  });

  it('do an operation once, whether it comes twice together or again later', async () => {
    const same = newId();
    const both = await Promise.all([make(operation(same), 'a'), make(operation(same), 'b'), make(operation(), 'c')]);
    expect(both[1]).toEqual(both[0]);
    expect(await Promise.all([make(operation(same), 'd'), make(operation(), 'e')])).toMatchObject([
      both[0],
      { resource: { id: 'e' } },
    ]);
    expect(await things()).toEqual(['a', 'c', 'e']);
  });

  it('refuse one without the others, and decide it anew when it comes again', async () => {
    const refused = newId();
    const outcomes = [make(operation(), 'a'), codeOf(make(operation(refused), 'refused')), make(operation(), 'b')];
    expect(await Promise.all(outcomes)).toMatchObject([{}, { code: 'NotFound' }, {}]);
    await make(operation(refused), 'now');
    expect(await things()).toEqual(['a', 'b', 'now']);
  });

  it('are made one by one where one of them fails', async () => {
    const outcomes = [make(operation(), 'a'), codeOf(make(operation(), '')), make(operation(), 'b')];
    const [, failed] = await Promise.all(outcomes);
    expect(String(failed)).toContain('division by zero');
    expect(await things()).toEqual(['a', 'b']);
    expect(batches.map((batch) => batch.length).sort()).toEqual([1, 1, 1, 3]);
  });

  it.each([
    ['together', ['a', 'b', 'c']],
    ['one by one, where one of them fails', ['a', 'b', '', 'c']],
  ])('write their history with their outcomes, %s', async (_, names) => {
    const keys = new Map(names.map((name) => [name, newId()]));
    const add = changes.together<string, CreatedAnswer>(async (change, asked) => {
      const answers = await makeAll(change, asked);
      for (const { item } of asked) change.record(entry(keys.get(item), 'first'), entry(keys.get(item), 'second'));
      return answers;
    });
    await Promise.all(names.map((name) => codeOf(add(operation(), name))));
    const rows = await dataSource.query<unknown[]>(
      'SELECT key, sequence::int, type FROM history WHERE key = ANY($1) ORDER BY array_position($1, key), sequence',
      [[...keys.values()]],
    );
    const made = ['a', 'b', 'c'].map((name) => keys.get(name));
    expect(rows).toEqual(
      made.flatMap((key) => [
        { key, sequence: 1, type: 'first' },
        { key, sequence: 2, type: 'second' },
      ]),
    );
  });

  it('hold nobody up by what one of them has to wait for', async () => {
    const holder = dataSource.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`INSERT INTO things VALUES ('held', 1)`);
    const waiting = codeOf(make(operation(), 'held'));
    await Promise.all([make(operation(), 'a'), make(operation(), 'b')]);
    await make(operation(), 'c');
    await holder.rollbackTransaction();
    await holder.release();
    expect(await waiting).toBe('made');
    expect(await things()).toEqual(['a', 'b', 'c', 'held']);
  });
});
