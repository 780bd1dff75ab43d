// Runs: embedded
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErasingService, erasingServices } from '@halyard/contracts/erasures';
import type { HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import { SuiteProcess } from '../src/suite-process.js';
import { AnswersWalk } from './support/answers-walk.js';
import { idOf } from './support/journeys.js';
import { KnownBanks } from './support/known-banks.js';
import { KnownPersons, PERSONS_IN_GROUP } from './support/known-persons.js';
import { Needles } from './support/needles.js';
import { type FoundNeedles, Places } from './support/places.js';
import { severalAtOnce } from './support/side-by-side.js';
import { Subscriber } from './support/subscriber.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const WEBHOOK_SECRET = 'whsec-3f9c1a7be2d84';
const isEmbedded = process.env['SUITE_MODE'] !== 'distributed';
const groups = counts.erasure.groups;
/** At each step in which a process may be killed: a start of six processes costs more than one. */
const killedAt: readonly (ErasingService | 'closed')[] = counts.erasure.everyKill
  ? ['closed', ...erasingServices]
  : isEmbedded
    ? ['customers', 'transfers']
    : ['transfers'];

/** With owners and modes, on which Postgres insists. */
async function copy(from: string, to: string): Promise<void> {
  const [code] = (await once(spawn('cp', ['-a', from, to]), 'exit')) as [number];
  expect(code).toBe(0);
}

/** What `npm run after-restore` says. */
async function afterRestore({ settings }: SuiteProcess): Promise<string> {
  const tool = spawn(process.execPath, [join(ROOT, 'tools', 'after-restore.ts')], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = (await tool.stdout.setEncoding('utf8').toArray()).join('');
  if (tool.exitCode === null) await once(tool, 'exit');
  expect(tool.exitCode).toBe(0);
  return said;
}

/** One suite goes through all of it, one after the other: what is looked for is looked for in every byte that it keeps. */
describe(`${groups * PERSONS_IN_GROUP} persons, by all names and numbers`, () => {
  let suite: SuiteProcess;
  let places: Places;
  let operator: HalClient;
  let client: HalClient;
  let persons: KnownPersons;
  /** Of an account of their own. */
  let banks: KnownBanks;
  let ofBanks: Subscriber;
  /** Of embedded suites: the data folder of Postgres as it was before anybody was erased. */
  let backup: string;

  beforeAll(async () => {
    // With a broker of its own, so that its topics are files of the data folder.
    suite = await SuiteProcess.prepare({}, { ownBroker: true });
    backup = `${suite.dataDir}-backup`;
    places = new Places(suite);
    operator = await suite.start();
    client = await openSandboxAccount(operator, 'privacy');
    persons = new KnownPersons(client, groups);
    banks = new KnownBanks(await openSandboxAccount(operator, 'privacy of banks'));
    ofBanks = await Subscriber.listen(WEBHOOK_SECRET);
    await banks.client.create('/webhook-subscriptions', { url: ofBanks.url, secret: WEBHOOK_SECRET });
    await banks.arrive();
    const subscriber = await Subscriber.listen(WEBHOOK_SECRET);
    await client.create('/webhook-subscriptions', { url: subscriber.url, secret: WEBHOOK_SECRET });
    await severalAtOnce([...Array(groups).keys()], (group) => persons.arrive(group));
    await persons.settle();
    await waitFor('deliveries', () => subscriber.deliveries.length > 10);
    await subscriber.close();
  });

  afterAll(async () => {
    await ofBanks.close();
    await Promise.all([operator.close(), client.close(), banks.client.close()]);
    await suite.remove();
    await rm(backup, { recursive: true, force: true });
  });

  const everywhere = async (needles: Needles) => ({
    ...(await places.inDatabase(needles)),
    ...(await places.inStreams(needles)),
    ...(await places.inFiles(needles)),
  });
  const restart = async (): Promise<void> => {
    await operator.close();
    operator = await suite.start();
  };
  const erase = (customer: string): Promise<string> =>
    operator.create(`/operations/customers/${idOf(customer)}/erasures`, { reason: 'asked for' });
  /** Those of this page, and of all that follow it. */
  const areDone = async (page: string): Promise<boolean> => {
    const { body } = await operator.get(page);
    const all = body._embedded?.['erasures'] ?? [];
    if (all.length === 0 || all.some(({ status }) => status !== 'done')) return false;
    const next = body._links?.['next']?.href;
    return next === undefined || areDone(next);
  };
  const allToBeErased = async (): Promise<void> => {
    // The newest is the last in turn: to list thousands again and again takes longer than to erase them.
    await waitFor('the newest to be erased', async () => {
      const { body } = await operator.get('/operations/erasures?limit=1');
      return body._embedded?.['erasures']?.[0]?.status === 'done';
    });
    await waitFor('everybody to be erased', () => areDone('/operations/erasures?limit=200'));
  };
  const isDone = async (erasure: string): Promise<boolean> => (await operator.get(erasure)).body['status'] === 'done';

  it('would be found in whatever form they stood somewhere', () => {
    const all = [...persons.names, ...persons.numbers];
    const needles = new Needles(all);
    const isMissed = (needle: string): boolean => {
      const within = Buffer.from(`a,${needle};`);
      const forms = [
        within,
        Buffer.from(within).reverse(),
        ...(['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(within.toString(encoding))),
      ];
      return forms.some((form) => !needles.in(form).has(needle));
    };
    expect(all.filter(isMissed)).toEqual([]);
  });

  describe('before anybody is erased', () => {
    let found: FoundNeedles;
    const secrets: string[] = [];
    beforeAll(async () => {
      secrets.push(WEBHOOK_SECRET, client.connection.secret, await client.accessToken());
      found = await everywhere(new Needles([...persons.names, ...persons.numbers, ...banks.all, ...secrets]));
    });
    /** The places of some of what was found. */
    const placesOf = (wanted: (needle: string) => boolean): string[] =>
      Object.entries(found).flatMap(([place, needles]) => (needles.some(wanted) ? [place] : []));
    const isName = (needle: string): boolean => persons.names.includes(needle);

    it('stand nowhere as numbers, and no secret does', () => {
      expect(placesOf((needle) => !isName(needle))).toEqual([]);
    });

    it("stand as names in their owners' current tables only", () => {
      const current = ['customers', 'listed_customers', 'beneficial_owners'].map((table) => `customers.${table}`);
      const others = ['funding_sources.funding_sources', 'transfers.transfers', 'pg_catalog.pg_statistic'];
      const files = join('postgres', 'cluster', 'data');
      expect(placesOf(isName).filter((place) => !place.startsWith(files))).toEqual(
        expect.arrayContaining([...current, ...others.slice(0, 2)]),
      );
      expect(placesOf(isName).some((place) => place.startsWith(files))).toBe(true);
      const elsewhere = placesOf(isName).filter((place) => ![...current, ...others].includes(place));
      expect(elsewhere.filter((place) => !place.startsWith(files))).toEqual([]);
    });
  });

  describe('the numbers and names in banks, rules and uploaded files', () => {
    it('are said by the text of files and by the behaviour alone, to who may read them', async () => {
      expect(banks.all).toHaveLength(300);
      await waitFor('deliveries', () => ofBanks.deliveries.length > 100);
      const needles = new Needles(banks.all);
      const walk = new AnswersWalk(banks.client, needles);
      await walk.walk(banks.customers);
      for (const known of banks.all.slice(0, 3)) {
        const { body } = await banks.client.get(`/search?q=${encodeURIComponent(known)}`);
        expect(body._embedded?.['results']).toEqual([]);
      }
      expect(walk.kinds).toEqual(
        expect.arrayContaining(['/transfers/:id/timeline', '/requests/:id', '/bank-files/:id/entries']),
      );
      expect([...walk.found.keys()].toSorted()).toEqual(['/bank-files/:id/content', '/sandbox-bank-behavior']);
      expect([...(walk.found.get('/sandbox-bank-behavior') ?? [])].toSorted()).toEqual(banks.inRules.toSorted());
      for (const [at, file] of banks.files.entries()) {
        const known = banks.inFiles[at] ?? [];
        const said = needles.in(Buffer.from(await banks.contentOf(file)));
        expect(known.filter((one) => !said.has(one))).toEqual([]);
      }
      expect([...needles.in(Buffer.from(JSON.stringify(ofBanks.deliveries)))]).toEqual([]);
    });
  });

  if (isEmbedded) {
    it('are there again after a stop for a backup', async () => {
      await suite.end('SIGINT');
      await copy(join(suite.dataDir, 'postgres', 'cluster'), backup);
      await restart();
    });
  }

  it('have what they hold paid out', () => persons.payOut());

  it.each(killedAt)('are erased though all is killed in the middle of it: at %s', async (step) => {
    const customer = persons.customers.pop() ?? '';
    let erasure = '';
    if (step === 'closed') {
      erasure = await erase(customer);
      await suite.kill();
    } else {
      await places.asAdministrator(async (database) => {
        const keys = `${step.replace('-', '_')}.data_keys`;
        await database.query(`BEGIN; LOCK TABLE ${keys} IN SHARE MODE`);
        erasure = await erase(customer);
        const waiting = `SELECT FROM pg_locks WHERE relation = '${keys}'::regclass AND NOT granted`;
        await waitFor(`the erasure to be at ${step}`, async () => (await database.query(waiting)).rowCount !== 0);
        await suite.kill();
      });
    }
    await restart();
    await waitFor('the erasure to be done', () => isDone(erasure));
    expect((await client.get(customer)).body).toMatchObject({ firstName: '', status: 'deactivated' });
  });

  it('stand nowhere once they were erased, and after VACUUM FULL in no file either', async () => {
    // An erasure waits some seconds until what was judged before has ended: all of them at once.
    await severalAtOnce([...persons.customers, ...banks.customers], async (customer) => void (await erase(customer)));
    await allToBeErased();
    await places.rewriteFiles();
    expect(await everywhere(new Needles([...persons.names, ...persons.numbers, ...banks.all]))).toEqual({});
  });

  it('are no longer said by files whose banks were those of erased persons', async () => {
    const needles = new Needles(banks.all);
    for (const file of banks.files) {
      const content = await banks.contentOf(file);
      expect([...needles.in(Buffer.from(content))]).toEqual([]);
      expect(content).toContain('ERASED');
    }
  });

  if (isEmbedded) {
    it('stand nowhere either once a backup of the time before was restored and the list of who was erased applied', async () => {
      await suite.end('SIGINT');
      await rm(join(suite.dataDir, 'postgres', 'cluster'), { recursive: true });
      await copy(backup, join(suite.dataDir, 'postgres', 'cluster'));
      expect(await afterRestore(suite)).toContain('Epoch 1 begins.');
      await restart();
      const names = new Needles(persons.names);
      await allToBeErased();
      expect(await places.inDatabase(names)).toEqual({});
    });
  }
});
