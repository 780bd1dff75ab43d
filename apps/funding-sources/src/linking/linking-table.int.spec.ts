import { beforeEach, describe, expect, it } from '@jest/globals';
import { FundingSources, getSource, itemsOf, resourceOf } from '../../test/funding-sources.js';
import { Browser, refusalOf, sessionOf } from '../../test/linking.js';
import { loginRefusals } from '../linking-provider/linking-provider.js';

const HOUR_MS = 60 * 60_000;

describe('linking from a browser, from row to row', () => {
  const sources = new FundingSources();
  let browser: Browser;
  let session: string;
  let institution: string;
  beforeEach(async () => {
    browser = new Browser(sources);
    session = await browser.session();
    institution = await browser.institution(session);
  });

  const logIn = (first: string) =>
    browser.send('POST', '/linking/logins', session, { institution, answers: [first, 'any text'] });
  const answer = () => browser.send('POST', '/linking/answers', session, { answers: ['any', 'text'] });
  const recorded = async (id: string) => (await sources.service.recorded(id)).map(({ type }) => type.split('.')[1]);

  it.each(loginRefusals)('-e %s in the first field is what the institution says', async (code) => {
    expect(await refusalOf(logIn(`ada -e ${code}`))).toEqual([400, code]);
    const { attributes } = sessionOf((await browser.send('GET', '/linking/session', session)).body);
    expect(attributes).toMatchObject({ step: 'login', attemptsLeft: 4 });
    await logIn('ada');
    expect(
      await refusalOf(browser.send('POST', '/linking/answers', session, { answers: [`-e ${code}`, 'x'] })),
    ).toEqual([400, code]);
  });

  it('knows the six flags of the specification', () => expect(loginRefusals).toHaveLength(6));

  /** Reference facts, sections 6.9 and 16; specification, sandbox simulation rules 4 and 5. */
  const rows: Readonly<Record<string, () => Promise<void>>> = {
    '6.9 funding-sources-token: 200 with self and token, valid for one hour': async () => {
      const { principal, customer } = browser;
      const path = `/customers/${customer.partyId}/funding-sources-token`;
      const { status, body } = await sources.service.call('POST', path, { principal });
      const expires = new Date(sources.service.clock.system().getTime() + HOUR_MS).toISOString();
      expect([status, body]).toMatchObject([
        200,
        { kind: 'funding-sources-token', id: customer.partyId, attributes: { expires } },
      ]);
    },
    '6.9 iav-token: the same shape, single use': async () => {
      const token = await browser.token('iav');
      expect((await browser.send('POST', '/linking/sessions', token, {})).status).toBe(200);
      expect(await refusalOf(browser.send('POST', '/linking/sessions', token, {}))).toEqual([
        401,
        'InvalidAccessToken',
      ]);
    },
    '6.9 tokens: 404 for unknown customers': async () => {
      const stranger = new Browser(sources);
      for (const kind of ['iav', 'funding-sources']) {
        const path = `/customers/${browser.customer.partyId}/${kind}-token`;
        expect((await sources.service.call('POST', path, { principal: stranger.principal })).status).toBe(404);
      }
    },
    '16 fundingSources.create: numbers straight to the API': async () => {
      const token = await browser.token('funding-sources');
      const body = { routingNumber: '222222226', accountNumber: '987654321', type: 'savings', name: 'Mine' };
      const linked = resourceOf((await browser.send('POST', '/linking/funding-sources', token, body)).body);
      const id = linked.links['funding-source']?.id ?? '';
      expect((await getSource(sources, browser.principal, id)).attributes).toMatchObject({
        status: 'unverified',
        name: 'Mine',
        bankAccountType: 'savings',
      });
      expect(await recorded(id)).toEqual(['funding-source-added']);
    },
    '16 success: the link funding-source': async () => {
      await logIn('ada');
      await answer();
      const { body } = await browser.send('POST', '/linking/selections', session, { account: '1' });
      const { attributes, links } = sessionOf(body);
      expect(attributes.step).toBe('done');
      const id = links['funding-source']?.id ?? '';
      expect((await getSource(sources, browser.principal, id)).attributes).toMatchObject({
        status: 'verified',
        name: 'Everyday Checking',
        bankAccountType: 'checking',
        channels: ['ach'],
      });
      expect(await recorded(id)).toEqual(['funding-source-added', 'funding-source-verified']);
    },
    '16 error of create: the ValidationError body': async () => {
      const token = await browser.token('funding-sources');
      expect(await refusalOf(browser.send('POST', '/linking/funding-sources', token, { routingNumber: '1' }))).toEqual([
        400,
        'ValidationError',
        'InvalidFormat /routingNumber',
        'Required /accountNumber',
        'Required /type',
        'Required /name',
      ]);
    },
    '16 sandbox: any text works': async () => expect((await logIn('-e Nothing of that kind')).status).toBe(200),
    '16 accounts shown: two valid and one without routing number, after one round of questions': async () => {
      const asked = sessionOf((await logIn('ada')).body).attributes;
      expect([asked.step, asked.fields?.length, asked.accounts]).toEqual(['questions', 2, undefined]);
      const shown = sessionOf((await answer()).body).attributes;
      expect([shown.step, shown.accounts?.map(({ isEligible }) => isEligible)]).toEqual([
        'accounts',
        [true, true, false],
      ]);
    },
    '16 RateLimitReached: after five attempts': async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) await logIn('-e InvalidLogin');
      expect(await refusalOf(logIn('ada'))).toEqual([429, 'RateLimitReached']);
    },
    '16 InvalidIavToken: one that is none': async () =>
      expect(await refusalOf(browser.send('POST', '/linking/sessions', 'x', {}))).toEqual([401, 'InvalidAccessToken']),
    'institutions are listed and searched': async () => {
      const list = await browser.send('GET', '/linking/institutions', session, undefined, { query: { limit: '5' } });
      expect([itemsOf(list.body).length, list.body]).toMatchObject([5, { total: 30 }]);
      const query = { search: 'sandbox test' };
      const { body } = await browser.send('GET', '/linking/institutions', session, undefined, { query });
      expect(itemsOf(body).map(({ attributes }) => attributes['name'])).toEqual(['SANDBOX TEST BANK']);
    },
  };

  it.each(Object.entries(rows))('%s', (_, row) => row());

  it('has a row for each call, answer and rule that the API has a part in', () =>
    expect(Object.keys(rows)).toHaveLength(11));
});
