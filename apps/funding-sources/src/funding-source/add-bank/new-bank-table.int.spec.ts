import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AnswerBody, ApplicationPrincipal } from '@halyard/contracts';
import { bankAccountTypes } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import {
  addCustomer,
  bank,
  faultsOf,
  FundingSources,
  getSource,
  idOf,
  openAccount,
  resourceOf,
} from '../../../test/funding-sources.js';

type Outcome = readonly [status: number, code: string, ...faults: string[]];

describe('a new bank, from row to row', () => {
  const sources = new FundingSources({ BANKS_PER_CUSTOMER_MAX: '2' });
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
  });

  const add = (body: object, ownerId = customer.partyId) =>
    sources.service.call('POST', `/customers/${ownerId}/funding-sources`, { principal, body });
  const tokenFor = async (body: object): Promise<string> => {
    const answer = await sources.service.call('POST', '/sandbox-partner-tokens', { principal, body });
    return JSON.parse(JSON.stringify(resourceOf(answer.body).attributes['partnerToken'])) as string;
  };
  const codeOf = (body: AnswerBody): string => (body.type === 'error' ? body.code : '');
  const outcomeOf = async (body: object, ownerId?: string): Promise<Outcome> => {
    const answer = await add(body, ownerId);
    return [answer.status, codeOf(answer.body), ...faultsOf(answer.body)];
  };
  const added = async (body: object) => (await getSource(sources, principal, idOf((await add(body)).body))).attributes;
  const invalid = (fault: string): Outcome => [400, 'ValidationError', fault];
  const resting = (id: string) => ({
    _links: { 'on-demand-authorization': { href: `/on-demand-authorizations/${id}` } },
  });
  const authorized = async () =>
    resting(resourceOf((await sources.service.call('POST', '/on-demand-authorizations', { principal })).body).id);
  const unauthorized = invalid('Invalid /_links/on-demand-authorization/href');

  /** Reference facts, section 6.1: the fields of the request, and the statuses of the answer. */
  const rows: Readonly<Record<string, () => Promise<void>>> = {
    'routingNumber: nine digits with the ABA check digit': async () => {
      expect(await outcomeOf(bank({ routingNumber: undefined }))).toEqual(invalid('Required /routingNumber'));
      for (const routingNumber of ['222222227', '331111111']) {
        expect(await outcomeOf(bank({ routingNumber }))).toEqual(invalid('Invalid /routingNumber'));
      }
      for (const routingNumber of ['2222222260', '22222222']) {
        expect(await outcomeOf(bank({ routingNumber }))).toEqual(invalid('InvalidFormat /routingNumber'));
      }
    },
    'accountNumber: 3 to 17 digits': async () => {
      expect(await outcomeOf(bank({ accountNumber: undefined }))).toEqual(invalid('Required /accountNumber'));
      for (const accountNumber of ['12', '1'.repeat(18)]) {
        expect(await outcomeOf(bank({ accountNumber }))).toEqual(invalid('InvalidFormat /accountNumber'));
      }
      await added(bank({ accountNumber: '123' }));
      await added(bank({ accountNumber: '1'.repeat(17) }));
    },
    'bankAccountType: checking, savings, general-ledger, loan, also as type': async () => {
      expect(bankAccountTypes).toEqual(['checking', 'savings', 'general-ledger', 'loan']);
      expect(await added(bank({ bankAccountType: 'loan' }))).toMatchObject({ bankAccountType: 'loan' });
      const type = 'general-ledger';
      expect(await added(bank({ bankAccountType: undefined, type }))).toMatchObject({ bankAccountType: type });
      expect(await outcomeOf(bank({ bankAccountType: 'card' }))).toEqual(invalid('Invalid /bankAccountType'));
    },
    'name: 50 characters or fewer': async () => {
      expect(await added(bank({ name: 'a'.repeat(50) }))).toMatchObject({ name: 'a'.repeat(50) });
      expect(await outcomeOf(bank({ name: 'a'.repeat(51) }))).toEqual(invalid('InvalidFormat /name'));
    },
    'channels: wire, for verified customers only': async () => {
      expect(await outcomeOf(bank({ channels: ['wire'] }))).toEqual(invalid('NotAllowed /channels'));
      customer = addCustomer(sources, principal, { type: 'personal', status: 'verified' });
      expect(await added(bank({ channels: ['wire'] }))).toMatchObject({ channels: ['wire'] });
    },
    'partnerToken: with name': async () => {
      const { routingNumber, accountNumber } = bank();
      const partnerToken = await tokenFor({ routingNumber, accountNumber });
      expect(await outcomeOf({ partnerToken })).toEqual(invalid('Required /name'));
      expect(await added({ partnerToken, name: 'Mine' })).toMatchObject({ status: 'verified' });
    },
    '_links.on-demand-authorization: created beforehand': async () => {
      await added(bank(await authorized()));
      expect(await outcomeOf(bank(resting(newId())))).toEqual(unauthorized);
    },
    '_links.exchange: refused, not built': async () =>
      expect(await outcomeOf(bank({ _links: { exchange: {} } }))).toEqual(invalid('NotAllowed /_links/exchange')),
    'verified: means nothing': async () =>
      expect(await added(bank({ verified: true }))).toMatchObject({ status: 'unverified' }),
    '201': async () => expect((await add(bank())).status).toBe(201),
    '400 DuplicateResource': async () => {
      const body = bank();
      const id = idOf((await add(body)).body);
      expect((await add(body)).body).toMatchObject({
        code: 'DuplicateResource',
        about: { kind: 'funding-source', id },
      });
    },
    '400 ValidationError: authorization already used by another source': async () => {
      const authorization = await authorized();
      await added(bank(authorization));
      expect(await outcomeOf(bank(authorization))).toEqual(unauthorized);
    },
    '400 MaxNumberOfResources': async () => {
      await added(bank());
      await added(bank());
      expect(await outcomeOf(bank())).toEqual([400, 'MaxNumberOfResources']);
    },
    '400 UpdateCredentials': async () => {
      const { routingNumber, accountNumber } = bank();
      const partnerToken = await tokenFor({ routingNumber, accountNumber, expiresInSeconds: 0 });
      expect(await outcomeOf({ partnerToken, name: 'Mine' })).toEqual([400, 'UpdateCredentials']);
    },
    '404 NotFound': async () => expect(await outcomeOf(bank(), newId())).toEqual([404, 'NotFound']),
  };

  it.each(Object.entries(rows))('%s', (_, row) => row());

  it('has every row: nine fields and six statuses; the others are faults of the fields', () =>
    expect(Object.keys(rows)).toHaveLength(15));
});
