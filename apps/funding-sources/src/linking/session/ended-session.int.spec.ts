import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ServiceAnswer } from '@halyard/http';
import { bank, change, FundingSources, tellParty } from '../../../test/funding-sources.js';
import { Browser, refusalOf } from '../../../test/linking.js';
import { LinkingProvider } from '../../linking-provider/linking-provider.js';

const INACTIVE = [403, 'InvalidResourceState'];

describe.each(['suspended', 'deactivated'] as const)('a linking session whose customer is %s', (status) => {
  const sources = new FundingSources();
  let browser: Browser;
  beforeEach(() => {
    browser = new Browser(sources, { type: 'personal', status: 'verified' });
  });

  const ENDED = [401, 'ExpiredAccessToken'];
  const close = () => tellParty(sources, change(sources, browser.customer, status));
  const reopen = () => tellParty(sources, change(sources, browser.customer, 'verified'));
  const logIn = (session: string, institution: string) =>
    browser.send('POST', '/linking/logins', session, { institution, answers: ['ada', 'secret'] });
  const requestsOf = (session: string, institution: string): (() => Promise<ServiceAnswer>)[] => [
    () => browser.send('GET', '/linking/session', session),
    () => browser.send('GET', '/linking/institutions', session),
    () => logIn(session, institution),
    () => browser.send('POST', '/linking/answers', session, { answers: ['Rex', 'Main'] }),
    () => browser.send('POST', '/linking/selections', session, { account: '1' }),
    () => browser.send('POST', '/linking/funding-sources', session, bank()),
  ];

  it.each(['before the login', 'at the accounts'])('ends for good: %s', async (when) => {
    const session = await (when === 'at the accounts' ? browser.loggedIn() : browser.session());
    const institution = await browser.institution(session);
    await close();
    for (const request of requestsOf(session, institution)) expect(await refusalOf(request())).toEqual(INACTIVE);
    await reopen();
    for (const request of requestsOf(session, institution)) expect(await refusalOf(request())).toEqual(ENDED);
    const again = await browser.loggedIn();
    expect((await browser.send('POST', '/linking/selections', again, { account: '1' })).status).toBe(200);
  });

  it('gets nothing of a login that was under way', async () => {
    const provider = sources.service.get(LinkingProvider);
    const session = await browser.session();
    const institution = await browser.institution(session);
    const said = provider.logIn.bind(provider);
    const spy = jest.spyOn(provider, 'logIn').mockImplementationOnce(async (...asked) => {
      await close();
      return said(...asked);
    });
    expect(await refusalOf(logIn(session, institution))).toEqual(ENDED);
    spy.mockRestore();
    await reopen();
    expect(await refusalOf(browser.send('GET', '/linking/session', session))).toEqual(ENDED);
  });

  it('goes on when it began after that, though the old state is told once more', async () => {
    const closed = change(sources, browser.customer, status);
    await tellParty(sources, closed);
    await reopen();
    const session = await browser.session();
    await tellParty(sources, closed);
    expect((await browser.send('GET', '/linking/session', session)).status).toBe(200);
  });

  it('leaves the sessions of others alone', async () => {
    const session = await new Browser(sources).session();
    await close();
    expect((await browser.send('GET', '/linking/session', session)).status).toBe(200);
  });
});
