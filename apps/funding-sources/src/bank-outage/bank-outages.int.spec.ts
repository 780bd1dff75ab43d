import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { factAnswer, servicePrincipal } from '@halyard/testing';
import { applyCorrections } from '../../test/corrections.js';
import { addBank, addCustomer, bank, FundingSources, openAccount, usd } from '../../test/funding-sources.js';
import { Browser, refusalOf, sessionOf } from '../../test/linking.js';

const ROUTING = '222222226';
const OTHER_ROUTING = '021000021';
const QUESTION = 'POST /internal/bank-outages';
const UNAVAILABLE = [400, 'UnavailableSite'];

describe('a bank that is down', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    sources.down.clear();
    sources.service.services.calls.length = 0;
    sources.service.services.answer(QUESTION, () => factAnswer({ routingNumbers: [...sources.down] }));
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
  });

  const verified = async (more: object = {}): Promise<string> => {
    const id = await addBank(sources, principal, customer, bank(more));
    const path = `/funding-sources/${id}/micro-deposits`;
    await sources.service.call('POST', path, { principal });
    const body = { amount1: usd('0.01'), amount2: usd('0.02') };
    await sources.service.call('POST', path, { principal, body });
    return id;
  };
  const ask = (id: string, at?: string) =>
    sources.service.call('POST', `/internal/funding-sources/${id}/balance-inquiries`, {
      principal: servicePrincipal('transfers'),
      at,
    });
  const complete = () =>
    sources.service.call('POST', '/internal/balance-inquiries/completions', {
      principal: servicePrincipal('transfers'),
      body: { accountId: principal.accountId, limit: 10 },
    });
  const known = async (more: object = {}): Promise<string> => {
    const id = await verified(more);
    await ask(id);
    await complete();
    return id;
  };
  const questions = () =>
    sources.service.services.calls.filter(({ path }) => path === '/internal/bank-outages').map(({ body }) => body);

  it('does not tell a known balance while it lasts, and tells it afterwards', async () => {
    const id = await known();
    sources.down.add(ROUTING);
    expect(await refusalOf(ask(id))).toEqual(UNAVAILABLE);
    sources.down.delete(ROUTING);
    expect(await ask(id)).toMatchObject({ status: 200, body: { fact: { status: 'done' } } });
  });

  it('is asked for its balance as ever, and answers after the outage', async () => {
    const id = await verified();
    sources.down.add(ROUTING);
    const processing = { status: 200, body: { fact: { status: 'processing' } } };
    expect([await ask(id), await ask(id)]).toMatchObject([processing, processing]);
    expect(questions()).toEqual([]);
    await complete();
    expect(await refusalOf(ask(id))).toEqual(UNAVAILABLE);
  });

  it('is another bank than one of another routing number', async () => {
    const [id, other] = [await known(), await known({ routingNumber: OTHER_ROUTING })];
    sources.down.add(OTHER_ROUTING);
    expect([(await ask(id)).status, await refusalOf(ask(other))]).toEqual([200, UNAVAILABLE]);
    await applyCorrections(sources.service, [{ fundingSourceId: id, corrected: { routingNumber: OTHER_ROUTING } }]);
    await ask(id);
    await complete();
    expect(await refusalOf(ask(id))).toEqual(UNAVAILABLE);
  });

  it('is asked for of transfers each time, at the time of the account', async () => {
    const id = await known();
    sources.service.services.calls.length = 0;
    const at = sources.service.clock.system().toISOString();
    await ask(id, at);
    await ask(id, at);
    const { accountId } = principal;
    expect(questions()).toEqual([
      { accountId, at },
      { accountId, at },
    ]);
  });

  it('refuses as its name says where that is another refusal', async () => {
    const id = await known({ name: 'UpdateCredentials' });
    sources.down.add(ROUTING);
    expect(await refusalOf(ask(id))).toEqual([400, 'UpdateCredentials']);
  });

  it.each(['ServiceUnavailable', 'NotFound', 'ServerError'] as const)(
    'is told of by no wrong answer while transfers answers %s',
    async (code) => {
      const id = await known();
      const browser = new Browser(sources);
      const session = await browser.session();
      const body = { institution: await browser.institution(session), answers: ['ada', 'secret'] };
      sources.service.services.answer(QUESTION, new DomainError(code));
      expect(await refusalOf(ask(id))).toEqual([503, 'ServiceUnavailable']);
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const refused = await refusalOf(browser.send('POST', '/linking/logins', session, body));
        expect(refused).toEqual([503, 'ServiceUnavailable']);
      }
      const { body: read } = await browser.send('GET', '/linking/session', session);
      expect(sessionOf(read).attributes.attemptsLeft).toBe(5);
    },
  );

  it.each(['iav', 'provider'] as const)('lets nobody log in, by a token of %s', async (opening) => {
    const browser = new Browser(sources, { type: 'personal', status: 'verified' });
    const session = await browser.session(opening);
    const institution = await browser.institution(session);
    const logIn = () => browser.send('POST', '/linking/logins', session, { institution, answers: ['ada', 'secret'] });
    const answer = () => browser.send('POST', '/linking/answers', session, { answers: ['Rex', 'Main'] });
    sources.down.add(ROUTING);
    expect(await refusalOf(logIn())).toEqual(UNAVAILABLE);
    sources.down.delete(ROUTING);
    expect(sessionOf((await logIn()).body).attributes).toMatchObject({ step: 'questions', attemptsLeft: 4 });
    sources.down.add(ROUTING);
    expect(await refusalOf(answer())).toEqual(UNAVAILABLE);
    sources.down.delete(ROUTING);
    expect(sessionOf((await answer()).body).attributes).toMatchObject({ step: 'accounts', attemptsLeft: 3 });
  });

  it('lets people log in where only another bank is down', async () => {
    const browser = new Browser(sources);
    sources.down.add(OTHER_ROUTING);
    const session = await browser.loggedIn();
    const { body } = await browser.send('GET', '/linking/session', session);
    expect(sessionOf(body).attributes).toMatchObject({ step: 'accounts', attemptsLeft: 5 });
  });
});

describe('a bank in production', () => {
  const sources = new FundingSources({ ENVIRONMENT: 'production', LINKING_PROVIDER: 'sandbox' });

  it('has no outage that transfers could tell of', async () => {
    sources.down.add(ROUTING);
    const browser = new Browser(sources, { type: 'personal', status: 'verified' });
    await browser.loggedIn();
    expect(sources.service.services.calls.filter(({ path }) => path === '/internal/bank-outages')).toEqual([]);
  });
});
