import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authService } from '@halyard/auth';
import { customersService } from '@halyard/customers';
import { eventStoreMigrations } from '@halyard/event-store';
import { fundingSourcesService } from '@halyard/funding-sources';
import { commonLifetimes, commonMigrations } from '@halyard/service';
import { createLogger } from '@halyard/observability';
import { Housekeeping, openDatabase, provisionServices, schemaOf, serviceUrl } from '@halyard/persistence';
import type { ServiceDefinition } from '@halyard/service';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { transfersService } from '@halyard/transfers';
import { webhooksService } from '@halyard/webhooks';

const PASSWORD = 'only-for-tests';
const tablesOf = <Config extends object>({ config, lifetimes, ...given }: ServiceDefinition<Config>) => ({
  name: given.name,
  entities: given.entities,
  migrations: given.migrations,
  lifetimes: lifetimes?.(config({})) ?? [],
});
const services = [
  tablesOf(authService),
  tablesOf(customersService),
  tablesOf(fundingSourcesService),
  tablesOf(transfersService),
  tablesOf(webhooksService),
];
const classes = new Set(['truth', 'rebuilt', 'progress', 'lifetime', 'cache']);

const dataMap = readFileSync(new URL('../../../docs/data.md', import.meta.url), 'utf8');

/** The tables of each section of docs/data.md with their class, by the heading of the section. */
function readDataMap(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = dataMap.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const rows = section.matchAll(/^\| `(\w+)` +\| (\w+) +\|/gm);
      return [section.split('\n', 1)[0] ?? '', new Map([...rows].map(([, table = '', kind = '']) => [table, kind]))];
    }),
  );
}

describe('docs/data.md', () => {
  const sections = readDataMap();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const names = services.map(({ name }) => name);
    await provisionServices({ adminUrl: database.url, services: names, passwordOf: () => PASSWORD });
  });
  afterAll(() => database.drop());

  it('lets nothing grow without end that has a lifetime, and nothing that is not there', () => {
    const kinds = new Map([...sections.values()].flatMap((section) => [...section]));
    const growing = [...(dataMap.split(/^## What goes/m)[1] ?? '').matchAll(/`(\w+)`(?=[^|]*\|[^|]*\|[^|]*\|$)/gm)];
    const known = growing.map(([, table = '']) => kinds.get(table));
    expect([known.length > 0, known.filter((kind) => kind === undefined || kind === 'lifetime')]).toEqual([true, []]);
  });

  it('knows no other classes than it explains', () => {
    const used = [...sections.values()].flatMap((section) => [...section.values()]);
    expect(used.filter((kind) => !classes.has(kind))).toEqual([]);
  });

  it('says of each table what a restore does with it: by its class, and by its name if it is changed', () => {
    const [, restored = ''] = dataMap.split(/^## (?:After a restore|What goes)/m);
    const [byClass = '', byName = ''] = restored.split('Before anything serves');
    expect([...byClass.matchAll(/^\| ([a-z]+) /gm)].map(([, kind]) => kind)).toEqual([...classes]);
    const named = [...byName.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, tables = '']) =>
      [...tables.matchAll(/`(?:([\w-]+)\.)?(\w+)`/g)].map(([, service, table = '']) => ({ service, table })),
    );
    const isThere = ({ service = '', table }: (typeof named)[number]): boolean =>
      ['Every service', service].some((section) => sections.get(section)?.has(table));
    expect([named.length > 0, named.filter((one) => !isThere(one))]).toEqual([true, []]);
  });

  it.each(services)('lists every table of $name, and no other', async ({ name, entities, migrations, lifetimes }) => {
    const streams = name === 'transfers' ? eventStoreMigrations : [];
    const dataSource = await openDatabase({
      service: name,
      url: serviceUrl(database.url, name, PASSWORD),
      entities,
      migrations: [...commonMigrations, ...streams, ...migrations],
      poolSize: 2,
      logger: createLogger({ service: name, level: 'silent' }),
    });
    const tables = await dataSource.query<{ name: string }[]>(
      `SELECT relname AS name FROM pg_class
       WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
      [schemaOf(name)],
    );
    const house = new Housekeeping(
      dataSource,
      [...commonLifetimes, ...lifetimes],
      createLogger({ service: name, level: 'silent' }),
    );
    await house.prepare(new Date('2026-03-02T18:00:00.000Z'));
    await dataSource.destroy();
    const listed = [sections.get('Every service'), sections.get(name)].flatMap((section) => [
      ...(section?.keys() ?? []),
    ]);
    expect(listed.sort()).toEqual(tables.map((table) => table.name).sort());
  });

  it.each(services)('gives a lifetime to the tables of $name that are to have one', ({ name, lifetimes }) => {
    const all = ['Every service', name].flatMap((section) => [...(sections.get(section) ?? [])]);
    const classed = all.flatMap(([table, kind]) => (kind === 'lifetime' ? [table] : []));
    expect([...commonLifetimes, ...lifetimes].map(({ table }) => table).sort()).toEqual(classed.sort());
  });
});
