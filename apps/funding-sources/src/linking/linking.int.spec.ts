import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { restoredData } from '@halyard/testing';
import {
  addCustomer,
  bank,
  change,
  FundingSources,
  getSource,
  itemsOf,
  openAccount,
  tellParty,
} from '../../test/funding-sources.js';
import { fundingSourcesRecovery } from '../recovery/funding-sources-recovery.js';
import { Browser, refusalOf, sessionOf } from '../../test/linking.js';

const MINUTE_MS = 60_000;
const USED = [401, 'InvalidAccessToken'];
const DONE = [403, 'InvalidResourceState'];

describe('a linking token', () => {
  const sources = new FundingSources();
  const other = sources.beside();
  let browser: Browser;
  beforeEach(() => {
    browser = new Browser(sources, { type: 'personal', status: 'verified' });
  });

  const open = (token: string, shown = {}, body: object = {}) =>
    browser.send('POST', '/linking/sessions', token, body, shown);
  const link = (token: string, body: object = bank(), shown = {}) =>
    browser.send('POST', '/linking/funding-sources', token, body, shown);
  const select = (session: string, account = '1', shown = {}) =>
    browser.send('POST', '/linking/selections', session, { account }, shown);
  const banks = async (): Promise<number> => {
    const { principal, customer } = browser;
    const { body } = await sources.service.call('GET', `/customers/${customer.partyId}/funding-sources`, { principal });
    return itemsOf(body).filter(({ attributes }) => attributes['type'] === 'bank').length;
  };
  const bothOf = (index: number) => ({ of: index % 2 ? other.service : sources.service });

  it('opens one session, also in two processes at the same time', async () => {
    const token = await browser.token('iav');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => open(token, bothOf(index))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
  });

  it('ends with a restore of the data, and so does a session', async () => {
    const [iav, adding, session] = [
      await browser.token('iav'),
      await browser.token('funding-sources'),
      await browser.session(),
    ];
    const { service } = sources;
    await fundingSourcesRecovery.apply(restoredData(service));
    await service.dataSource.query('INSERT INTO restores (epoch, id, at) VALUES (1, $1, now())', [newId()]);
    expect(await refusalOf(open(iav))).toEqual(USED);
    expect(await refusalOf(link(adding))).toEqual(USED);
    expect((await browser.send('GET', '/linking/session', session)).status).toBe(401);
    expect((await open(await browser.token('iav'))).status).toBe(200);
    await service.dataSource.query('DELETE FROM restores');
  });

  it('adds one bank, also in two processes at the same time, and none once it is used', async () => {
    const token = await browser.token('funding-sources');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => link(token, bank(), bothOf(index))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(401)]);
    expect(await refusalOf(link(token))).toEqual(USED);
    expect(await banks()).toBe(1);
  });

  it('answers the same operation again as it did, as one that a process left half done is asked', async () => {
    const token = await browser.token('funding-sources');
    const again = { operationId: newId() };
    const first = await link(token, bank(), again);
    expect(await link(token, bank(), again)).toMatchObject({ status: 200, body: first.body });
    const iav = await browser.token('iav');
    const opening = { operationId: newId() };
    expect((await open(iav, opening)).body).toEqual((await open(iav, opening)).body);
  });

  it('is left unused by a refusal', async () => {
    const token = await browser.token('funding-sources');
    expect(await refusalOf(link(token, bank({ routingNumber: '222222227' })))).toEqual([
      400,
      'ValidationError',
      'Invalid /routingNumber',
    ]);
    const body = bank();
    expect((await link(token, body)).status).toBe(200);
    const second = await browser.token('funding-sources');
    expect((await link(second, body)).body).toMatchObject({ code: 'DuplicateResource' });
    expect((await link(second)).status).toBe(200);
  });

  it('brings a bank back under its old id that was removed unproven, as its numbers alone do', async () => {
    const body = bank();
    const first = await link(await browser.token('funding-sources'), body);
    const id = idIn(first.body);
    await sources.service.call('POST', `/funding-sources/${id}`, {
      principal: browser.principal,
      body: { removed: true },
    });
    const token = await browser.token('funding-sources');
    expect(idIn((await link(token, body)).body)).toBe(id);
    expect(await refusalOf(link(token))).toEqual(USED);
  });

  it('is for its action', async () => {
    const [iav, numbers, session] = [
      await browser.token('iav'),
      await browser.token('funding-sources'),
      await browser.session(),
    ];
    const forbidden = [403, 'Forbidden'];
    expect(await refusalOf(open(numbers))).toEqual(forbidden);
    expect(await refusalOf(open(session))).toEqual(forbidden);
    const [provider, atProvider] = [await browser.token('provider'), await browser.loggedIn('provider')];
    expect(await refusalOf(open(atProvider))).toEqual(forbidden);
    for (const token of [iav, provider, atProvider]) expect(await refusalOf(link(token))).toEqual(forbidden);
    for (const [method, path] of [
      ['GET', '/linking/session'],
      ['GET', '/linking/institutions'],
      ['POST', '/linking/logins'],
      ['POST', '/linking/answers'],
      ['POST', '/linking/selections'],
    ] as const) {
      for (const token of [iav, numbers, provider]) {
        expect(await refusalOf(browser.send(method, path, token, {}))).toEqual(forbidden);
      }
    }
  });

  it('lives for an hour, and a session for half of one, by the system', async () => {
    const { clock } = sources.service;
    const [token, session] = [await browser.token('iav'), await browser.session()];
    const start = clock.system().getTime();
    const at = (minutes: number, ms = 0) => clock.set(new Date(start + minutes * MINUTE_MS + ms));
    const read = () => browser.send('GET', '/linking/session', session);
    at(30, -1);
    expect((await read()).status).toBe(200);
    at(30);
    expect(await refusalOf(read())).toEqual([401, 'ExpiredAccessToken']);
    at(60);
    expect(await refusalOf(open(token))).toEqual([401, 'ExpiredAccessToken']);
    at(60, -1);
    expect((await open(token)).status).toBe(200);
    clock.set(new Date(start));
  });

  it('is nobody else’s: made up, cut, grown, of another application or account, or of one that may not act', async () => {
    const token = await browser.token('iav');
    const stranger = new Browser(sources);
    const [id = '', sealed = ''] = token.split('.');
    for (const made of [
      'x',
      id,
      `${id}.`,
      `${newId()}.${sealed}`,
      `${stranger.principal.applicationId}.${sealed}`,
      token.slice(0, -4),
      `${token.slice(0, -8)}AAAAAAAA`,
      `${id}.${'A'.repeat(4_000)}`,
    ]) {
      expect(await refusalOf(open(made))).toEqual(USED);
    }
    const fact = sources.applications.get(id);
    sources.applications.delete(id);
    expect(await refusalOf(open(token))).toEqual(USED);
    if (fact) sources.applications.set(id, fact);
    expect((await open(token)).status).toBe(200);
  });

  it('of an integration is for the account for which it was issued, and for no other', async () => {
    const { applicationId } = browser.principal;
    const { accountId } = openAccount(sources);
    const principal = { ...browser.principal, accountId };
    const customer = addCustomer(sources, principal);
    const issue = () => browser.token('funding-sources', customer, principal);
    const source = idIn((await link(await issue())).body);
    expect((await getSource(sources, principal, source)).attributes).toMatchObject({ status: 'unverified' });
    const [token, own] = [await issue(), await browser.token('funding-sources')];
    const bytes = (text: string): Buffer => Buffer.from(text.slice(text.indexOf('.') + 1), 'base64url');
    const moved = Buffer.concat([bytes(own).subarray(0, 16), bytes(token).subarray(16)]).toString('base64url');
    expect(await refusalOf(link(`${applicationId}.${moved}`))).toEqual(USED);
    expect((await link(token)).status).toBe(200);
  });

  it('is refused while nobody may act for its account, in a session too', async () => {
    const [token, session] = [await browser.token('iav'), await browser.session()];
    const { accountId } = browser.principal;
    sources.suspended.add(accountId);
    expect(await refusalOf(open(token))).toEqual(USED);
    expect(await refusalOf(browser.send('GET', '/linking/session', session))).toEqual(USED);
    sources.suspended.delete(accountId);
    expect((await open(token)).status).toBe(200);
    expect((await browser.send('GET', '/linking/session', session)).status).toBe(200);
  });

  it('is shown by a browser, and by nobody who calls with another kind of token', async () => {
    const { principal } = browser;
    expect((await sources.service.call('GET', '/linking/session', { principal })).status).toBe(401);
  });

  it('counts for pages of registered origins alone, which may change at any time', async () => {
    const token = await browser.token('iav');
    const { applicationId, accountId } = browser.principal;
    const refused = [403, 'OriginNotAllowed'];
    sources.applications.set(applicationId, { applicationId, accountId, origins: ['https://shop.example'] });
    expect(await refusalOf(open(token, { origin: 'http://localhost:3000' }))).toEqual(refused);
    expect(await refusalOf(open(token, {}, { parentOrigin: 'https://evil.example' }))).toEqual(refused);
    const shown = { origin: 'https://shop.example' };
    const { body } = await open(token, shown, { parentOrigin: 'https://shop.example' });
    const session = sessionOf(body).attributes.token ?? '';
    expect((await browser.send('GET', '/linking/session', session, undefined, shown)).status).toBe(200);
    sources.applications.set(applicationId, { applicationId, accountId, origins: [] });
    expect(await refusalOf(browser.send('GET', '/linking/session', session, undefined, shown))).toEqual(refused);
  });

  it('counts for a page that says with null that no other frames it', async () => {
    const { applicationId, accountId } = browser.principal;
    const token = await browser.token('iav');
    sources.applications.set(applicationId, { applicationId, accountId, origins: ['http://localhost:*'] });
    expect((await open(token, {}, { parentOrigin: null })).status).toBe(200);
  });

  it('is not for a customer who may have no banks, and ends with one who is gone', async () => {
    const token = await browser.token('iav');
    const numbers = await browser.token('funding-sources');
    const { principal, customer } = browser;
    await tellParty(sources, change(sources, customer, 'suspended'));
    expect(await refusalOf(open(token))).toEqual(DONE);
    expect(await refusalOf(link(numbers))).toEqual(DONE);
    const path = `/customers/${customer.partyId}/iav-token`;
    expect(await refusalOf(sources.service.call('POST', path, { principal }))).toEqual(DONE);
    const gone = addCustomer(sources, principal);
    const orphan = await browser.token('iav', gone);
    sources.owners.delete(gone.partyId);
    await sources.service.dataSource.query('DELETE FROM facts WHERE id = $1', [gone.partyId]);
    expect(await refusalOf(open(orphan))).toEqual([404, 'NotFound']);
  });

  it('opens no more than twenty sessions of a customer within half an hour', async () => {
    for (let opened = 0; opened < 20; opened += 1) await browser.session();
    const token = await browser.token('iav');
    expect(await refusalOf(open(token))).toEqual([429, 'RateLimitReached']);
    sources.service.clock.advance(30 * MINUTE_MS);
    expect((await open(token)).status).toBe(200);
  });

  it('of a provider opens as many for an account as there may be of its pages, and no more', async () => {
    const token = await browser.token('provider');
    const { accountId } = browser.principal;
    const fill = (count: number) =>
      sources.service.dataSource.query(
        `INSERT INTO linking_sessions SELECT gen_random_uuid(), $1, $2, 0, NULL, 1 FROM generate_series(1, $3::int)`,
        [accountId, new Date(sources.service.clock.system().getTime() + MINUTE_MS), count],
      );
    await fill(999);
    expect((await open(await browser.token('provider'))).status).toBe(200);
    expect(await refusalOf(open(token))).toEqual([429, 'RateLimitReached']);
  });

  describe('of a session', () => {
    it('links one account, whoever asks for it again and at the same time', async () => {
      const session = await browser.loggedIn();
      const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => select(session, '1', bothOf(index))));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect(new Set(answers.map(({ body }) => idIn(body))).size).toBe(1);
      expect(await refusalOf(select(session, '2'))).toEqual(DONE);
      expect(await refusalOf(link(session))).toEqual(DONE);
      expect(await refusalOf(browser.send('POST', '/linking/answers', session, { answers: ['a', 'b'] }))).toEqual(DONE);
      expect(await banks()).toBe(1);
    });

    it('links one of two accounts that are chosen at the same time', async () => {
      const session = await browser.loggedIn();
      const answers = await Promise.all(['1', '2'].map((account, index) => select(session, account, bothOf(index))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      expect(await banks()).toBe(1);
    });

    it('offers accounts to be chosen: another, or one without a routing number, is none', async () => {
      const session = await browser.loggedIn();
      expect(await refusalOf(select(session, '4'))).toEqual([400, 'ValidationError', 'Invalid /account']);
      expect(await refusalOf(select(session, '3'))).toEqual([400, 'ValidationError', 'NotAllowed /account']);
      const named = (name: string) => browser.send('POST', '/linking/selections', session, { account: '2', name });
      expect(await refusalOf(named(' '))).toEqual([400, 'ValidationError', 'Required /name']);
      const id = idIn((await named('Savings of ours')).body);
      expect((await getSource(sources, browser.principal, id)).attributes).toMatchObject({
        name: 'Savings of ours',
        bankAccountType: 'savings',
      });
    });

    it('links an account once: the same customer’s again is a duplicate, and leaves the session as it was', async () => {
      await select(await browser.loggedIn());
      const session = await browser.loggedIn();
      expect((await select(session)).body).toMatchObject({ code: 'DuplicateResource' });
      expect((await select(session, '2')).status).toBe(200);
    });

    it('goes one step after the other', async () => {
      const session = await browser.session();
      expect(await refusalOf(select(session))).toEqual(DONE);
      expect(await refusalOf(browser.send('POST', '/linking/answers', session, { answers: ['a'] }))).toEqual(DONE);
      const institution = await browser.institution(session);
      const logIn = (body: object) => refusalOf(browser.send('POST', '/linking/logins', session, body));
      const invalid = (path: string) => [400, 'ValidationError', `Invalid ${path}`];
      expect(await logIn({ institution: newId(), answers: ['a', 'b'] })).toEqual(invalid('/institution'));
      for (const known of [institution, institution.toUpperCase()]) {
        expect(await logIn({ institution: known, answers: ['a'] })).toEqual(invalid('/answers'));
      }
      const { attributes } = sessionOf((await browser.send('GET', '/linking/session', session)).body);
      expect(attributes).toMatchObject({ step: 'login', attemptsLeft: 5 });
    });

    it('is taken on by one request at a time, and has no more attempts for many at once', async () => {
      const session = await browser.session();
      const institution = await browser.institution(session);
      const body = { institution, answers: ['-e InvalidLogin', 'x'] };
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          refusalOf(browser.send('POST', '/linking/logins', session, body, bothOf(index))),
        ),
      );
      const refused = answers.filter(([, code]) => code === 'InvalidLogin');
      expect(answers.every(([, code]) => ['InvalidLogin', 'Conflict', 'RateLimitReached'].includes(String(code)))).toBe(
        true,
      );
      const { attributes } = sessionOf((await browser.send('GET', '/linking/session', session)).body);
      expect([refused.length > 0, attributes.attemptsLeft]).toEqual([true, 5 - refused.length]);
    });

    it('adds a bank by its numbers where nobody can log in', async () => {
      const session = await browser.session();
      const id = idIn((await link(session)).body);
      expect((await getSource(sources, browser.principal, id)).attributes).toMatchObject({ status: 'unverified' });
      const read = sessionOf((await browser.send('GET', '/linking/session', session)).body);
      expect([read.attributes.step, idIn(read)]).toEqual(['done', id]);
    });
  });

  it('leaves nothing usable at rest, and nothing of what was typed', async () => {
    const { dataSource } = sources.service;
    const session = await browser.session();
    const institution = await browser.institution(session);
    const typed = ['typed-user-name', 'typed-password'];
    await browser.send('POST', '/linking/logins', session, { institution, answers: typed });
    await browser.send('POST', '/linking/answers', session, { answers: ['typed-pet', 'typed-street'] });
    await select(session);
    const tables = await dataSource.query<{ name: string }[]>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    );
    for (const { name } of tables) {
      const [{ rows }] = await dataSource.query<[{ rows: string }]>(
        `SELECT coalesce(string_agg(t::text, ' '), '') AS rows FROM "${name}" t`,
      );
      for (const secret of [...typed, 'typed-pet', 'typed-street', session, '4400101111']) {
        const spelled = [secret, Buffer.from(secret).toString('hex')];
        expect([name, secret, spelled.filter((text) => rows.includes(text))]).toEqual([name, secret, []]);
      }
    }
    const [row] = await dataSource.query<[{ id: string; progress: Buffer }]>(
      'SELECT id, progress FROM linking_sessions WHERE owner_id = $1',
      [browser.customer.partyId],
    );
    const opened = await sources.service
      .get(Sealer)
      .open(browser.customer.partyId, 'funding-sources.linking-session', row.progress);
    expect([opened.includes('accountNumber'), opened.includes('typed')]).toEqual([true, false]);
  });
});

function idIn(body: object): string {
  const { links } = body as { links?: Readonly<Record<string, { readonly id: string } | undefined>> };
  return links?.['funding-source']?.id ?? '';
}
