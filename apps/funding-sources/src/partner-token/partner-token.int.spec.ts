import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ApplicationPrincipal, ResourceAnswer } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { DAY_MS, DomainError, newId } from '@halyard/core';
import { factAnswer, type TestService } from '@halyard/testing';
import {
  addCustomer,
  bank,
  faultsOf,
  FundingSources,
  getSource,
  idOf,
  openAccount,
  resourceOf,
  told,
} from '../../test/funding-sources.js';
import { Browser, refusalOf, sessionOf } from '../../test/linking.js';
import { LinkingProvider } from '../linking-provider/linking-provider.js';

describe('a bank that a provider vouches for', () => {
  const sources = new FundingSources();
  const other = sources.beside();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
    sources.service.services.calls.length = 0;
  });

  const exchange = async (body: object = {}): Promise<string> => {
    const { routingNumber, accountNumber } = bank();
    const asked = { principal, body: { routingNumber, accountNumber, ...body } };
    const answer = await sources.service.call('POST', '/sandbox-partner-tokens', asked);
    expect(answer.status).toBe(200);
    return (resourceOf(answer.body) as ResourceAnswer<'partner-token'>).attributes.partnerToken;
  };
  const link = (
    partnerToken: string,
    {
      by = principal,
      owner = customer,
      of = sources.service,
      ...rest
    }: { by?: ApplicationPrincipal; owner?: PartyFact; of?: TestService; body?: object; at?: string } = {},
  ) =>
    of.call('POST', `/customers/${owner.partyId}/funding-sources`, {
      principal: by,
      body: { partnerToken, name: 'Linked', ...rest.body },
      at: rest.at,
    });
  const refusal = async (answer: ReturnType<typeof link>) => {
    const { status, body } = await answer;
    return [status, body.type === 'error' ? body.code : '', ...faultsOf(body)];
  };
  const INVALID = [400, 'ValidationError', 'Invalid /partnerToken'];

  it('is verified at once, with both events, and told before the answer', async () => {
    const token = await exchange({ bankAccountType: 'savings' });
    const id = idOf((await link(token)).body);
    expect((await getSource(sources, principal, id)).attributes).toMatchObject({
      status: 'verified',
      name: 'Linked',
      bankAccountType: 'savings',
      bankName: 'SANDBOX TEST BANK',
      channels: ['ach'],
    });
    expect((await sources.service.recorded(id)).map(({ type, sequence }) => [type.split('.')[1], sequence])).toEqual([
      ['funding-source-added', 1],
      ['funding-source-verified', 2],
    ]);
    expect(told(sources).map(({ fact }) => [fact.status, fact.version])).toEqual([['verified', 2]]);
  });

  it('is answered to a repeat once it is told, though the provider knows its token no more', async () => {
    const [partnerToken, key] = [await exchange(), newId()];
    const path = `/customers/${customer.partyId}/funding-sources`;
    const send = () => sources.service.call('POST', path, { principal, key, body: { partnerToken, name: 'Linked' } });
    const { services } = sources.service;
    services.answer('PUT /internal/funding-sources/:id', new DomainError('ServiceUnavailable'));
    expect((await send()).status).toBe(503);
    services.answer('PUT /internal/funding-sources/:id', factAnswer(null));
    const gone = jest.spyOn(sources.service.get(LinkingProvider), 'accountOf').mockResolvedValue('invalid');
    services.calls.length = 0;
    const again = await send();
    gone.mockRestore();
    expect(again).toMatchObject({ status: 201, isReplayed: true });
    expect(told(sources).map(({ fact }) => fact.status)).toEqual(['verified']);
  });

  it('may be the account’s, and brought by the other name of the token', async () => {
    const body = { plaidToken: await exchange(), name: 'Linked' };
    const answer = await sources.service.call('POST', '/funding-sources', { principal, body });
    expect((await getSource(sources, principal, idOf(answer.body))).attributes).toMatchObject({ status: 'verified' });
  });

  it('is linked once by two processes with one token at the same time, for two customers', async () => {
    const token = await exchange();
    const second = addCustomer(sources, principal);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        link(token, { owner: index % 2 ? customer : second, of: index % 4 < 2 ? sources.service : other.service }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const codes = answers.flatMap(({ body }) => (body.type === 'error' ? [body.code] : []));
    expect(codes.filter((code) => !['ValidationError', 'DuplicateResource'].includes(code))).toEqual([]);
    expect(codes).toHaveLength(7);
  });

  it('is not linked by a token again, however it is spelled, even when the bank is gone', async () => {
    const token = await exchange();
    const id = idOf((await link(token)).body);
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
    for (const spelled of [token, `${token}.`, `${token}__`]) expect(await refusal(link(spelled))).toEqual(INVALID);
  });

  it('is not linked by a token of another application, of another account, or of nobody', async () => {
    const token = await exchange();
    const sister: ApplicationPrincipal = { ...principal, applicationId: newId() };
    expect(await refusal(link(token, { by: sister }))).toEqual(INVALID);
    const stranger = openAccount(sources);
    const owner = addCustomer(sources, stranger);
    expect(await refusal(link(token, { by: stranger, owner }))).toEqual(INVALID);
    for (const made of [
      'x',
      'A'.repeat(2048),
      'A'.repeat(2049),
      'ä',
      token.slice(1),
      `${token.slice(0, -8)}AAAAAAAA`,
    ]) {
      expect(await refusal(link(made))).toEqual(INVALID);
    }
    expect((await link(token)).status).toBe(201);
  });

  it("is not linked from the moment on that its token expires, by the system's time", async () => {
    const { clock } = sources.service;
    const token = await exchange({ expiresInSeconds: 60 });
    const now = clock.system().getTime();
    clock.set(new Date(now + 59_999));
    expect((await link(token, { at: new Date(now + DAY_MS).toISOString() })).status).toBe(201);
    clock.set(new Date(now + 60_000));
    const again = link(token, { at: new Date(now).toISOString() });
    expect(await refusal(again)).toEqual([400, 'UpdateCredentials']);
    expect(await refusal(link(await exchange({ expiresInSeconds: 0 })))).toEqual([400, 'UpdateCredentials']);
  });

  it('leaves its token unused when it is refused', async () => {
    const token = await exchange();
    const closed = addCustomer(sources, principal, { status: 'deactivated' });
    expect(await refusal(link(token, { owner: closed }))).toEqual([403, 'InvalidResourceState']);
    expect(await refusal(link(token, { body: { name: '' } }))).toEqual([400, 'ValidationError', 'Required /name']);
    expect((await link(token)).status).toBe(201);
  });

  it('takes nothing beside the token that the token stands for, and no channel of wires', async () => {
    const token = await exchange();
    const body = { ...bank(), channels: ['wire'] };
    expect(await refusal(link(token, { body }))).toEqual([
      400,
      'ValidationError',
      ...['routingNumber', 'accountNumber', 'bankAccountType', 'channels'].map((field) => `NotAllowed /${field}`),
    ]);
  });

  it('is the account that its owner has already, or had unproven', async () => {
    const { routingNumber, accountNumber } = bank();
    const numbers = { routingNumber, accountNumber };
    const body = { ...bank(), ...numbers };
    const add = () =>
      sources.service.call('POST', `/customers/${customer.partyId}/funding-sources`, { principal, body });
    const id = idOf((await add()).body);
    expect((await link(await exchange(numbers))).body).toMatchObject({ code: 'DuplicateResource', about: { id } });
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
    const linked = idOf((await link(await exchange(numbers))).body);
    expect(linked).not.toBe(id);
    expect((await getSource(sources, principal, linked)).attributes).toMatchObject({ status: 'verified' });
  });

  it('is not in its token for anyone to read', async () => {
    const token = await exchange({ accountNumber: '98765432109876' });
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('98765432109876');
  });
});

describe('what the pages of a provider give', () => {
  const sources = new FundingSources();
  let browser: Browser;
  beforeEach(() => {
    browser = new Browser(sources);
  });

  const post = (path: string, body: object, principal = browser.principal) =>
    sources.service.call('POST', path, { principal, body });
  const exchange = (body: object, principal = browser.principal) => post('/sandbox-partner-tokens', body, principal);
  const choose = async (session: string, account: string) => {
    const { body } = await browser.send('POST', '/linking/selections', session, { account });
    const { attributes, links } = sessionOf(body);
    expect([attributes.step, attributes.accountId, links['funding-source']]).toEqual(['done', account, undefined]);
    return { publicToken: attributes.publicToken ?? '', accountId: account };
  };
  const partnerTokenFor = async (chosen: object): Promise<string> => {
    const { body } = await exchange(chosen);
    return (resourceOf(body) as ResourceAnswer<'partner-token'>).attributes.partnerToken;
  };
  const link = (partnerToken: string, path = `/customers/${browser.customer.partyId}/funding-sources`) =>
    post(path, { partnerToken, name: 'Linked' });
  const INVALID = [400, 'ValidationError', 'Invalid /partnerToken'];

  it.each(['customer', 'account'])(
    'is exchanged for a token of the account that was chosen: for the %s',
    async (owner) => {
      const chosen = await choose(await browser.loggedIn('provider'), '2');
      const path = owner === 'account' ? '/funding-sources' : undefined;
      const id = idOf((await link(await partnerTokenFor(chosen), path)).body);
      expect((await getSource(sources, browser.principal, id)).attributes).toMatchObject({
        status: 'verified',
        bankAccountType: 'savings',
        bankName: 'SANDBOX TEST BANK',
      });
    },
  );

  it('brings one bank, whatever is chosen in the session and however often it is exchanged', async () => {
    const session = await browser.loggedIn('provider');
    const chosen = await choose(session, '1');
    const tokens = [await partnerTokenFor(chosen), await partnerTokenFor(chosen)];
    tokens.push(await partnerTokenFor(await choose(session, '2')));
    expect((await link(tokens[0] ?? '')).status).toBe(201);
    for (const token of tokens) expect(await refusalOf(link(token, '/funding-sources'))).toEqual(INVALID);
    const read = sessionOf((await browser.send('GET', '/linking/session', session)).body);
    expect([read.attributes.step, read.links['funding-source']]).toEqual(['accounts', undefined]);
  });

  it('is exchanged with the account that was chosen, by the application that asked for it, for half an hour', async () => {
    const { publicToken, accountId } = await choose(await browser.loggedIn('provider'), '1');
    const refused = (body: object, principal = browser.principal) => refusalOf(exchange(body, principal));
    const invalid = (path: string) => [400, 'ValidationError', path];
    expect(await refused({ publicToken, accountId: '2' })).toEqual(invalid('Invalid /accountId'));
    expect(await refused({ publicToken })).toEqual(invalid('Required /accountId'));
    const sister: ApplicationPrincipal = { ...browser.principal, applicationId: newId() };
    const stranger = openAccount(sources);
    for (const principal of [sister, stranger]) {
      expect(await refused({ publicToken, accountId }, principal)).toEqual(invalid('Invalid /publicToken'));
    }
    const partnerToken = await partnerTokenFor({ publicToken, accountId });
    expect(await refused({ publicToken: partnerToken, accountId })).toEqual(invalid('Invalid /publicToken'));
    expect(await refusalOf(link(publicToken))).toEqual(INVALID);
    const { clock } = sources.service;
    const end = clock.system().getTime() + 30 * 60_000;
    const at = (ms: number, accountTime: number) => {
      clock.set(new Date(ms));
      return sources.service.call('POST', '/sandbox-partner-tokens', {
        principal: browser.principal,
        body: { publicToken, accountId },
        at: new Date(accountTime).toISOString(),
      });
    };
    expect((await at(end - 1, end + DAY_MS)).status).toBe(200);
    expect(await refusalOf(at(end, end - DAY_MS))).toEqual(invalid('Invalid /publicToken'));
  });

  it('may be tried as expired, and shows no number', async () => {
    const chosen = await choose(await browser.loggedIn('provider'), '1');
    expect(Buffer.from(chosen.publicToken, 'base64url').toString('latin1')).not.toContain('44001');
    const expired = await partnerTokenFor({ ...chosen, expiresInSeconds: 0 });
    expect(await refusalOf(link(expired))).toEqual([400, 'UpdateCredentials']);
  });
});

describe('partner tokens in production', () => {
  const production = new FundingSources({ ENVIRONMENT: 'production', LINKING_PROVIDER: 'sandbox' });

  it('are issued by providers alone', async () => {
    const { routingNumber, accountNumber } = bank();
    const body = { routingNumber, accountNumber };
    expect((await production.service.call('POST', '/sandbox-partner-tokens', { body })).status).toBe(404);
    expect((await production.service.call('POST', '/sandbox-provider-tokens')).status).toBe(404);
  });
});
