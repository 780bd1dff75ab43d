import { afterAll, beforeAll } from '@jest/globals';
import type {
  AnswerBody,
  ApplicationPrincipal,
  CloudEvent,
  ResourceAnswer,
  ServiceName,
  Topic,
} from '@halyard/contracts';
import type { ApplicationFact } from '@halyard/contracts/applications';
import type { BegunMicroDeposits, FundingSourceFact } from '@halyard/contracts/funding-sources';
import { holdersQuery, isHolder, type PartyFact } from '@halyard/contracts/parties';
import { DomainError, newId, type ReturnCode } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import {
  applicationPrincipal,
  factAnswer,
  servicePrincipal,
  startTestService,
  type TestService,
} from '@halyard/testing';
import type { z } from 'zod';
import { fundingSourcesService } from '../src/funding-sources.module.js';

/** Starts the service before the tests of a `describe`, and stops it after them. Has data of accounts and customers. */
export class FundingSources {
  readonly owners = new Map<string, PartyFact>();
  readonly applications = new Map<string, ApplicationFact>();
  readonly suspended = new Set<string>();
  /** The banks that are down, by routing number, in every account. */
  readonly down = new Set<string>();
  private running?: TestService;

  constructor(private readonly env: Readonly<Record<string, string>> = {}) {
    beforeAll(async () => {
      this.running = await startTestService(fundingSourcesService, {
        env,
        services: {
          'GET /internal/accounts/:id': ({ path }) => this.answerOf('account', path),
          'GET /internal/accounts/:id/standing': ({ path }) =>
            factAnswer({ isSuspended: this.suspended.has(path.split('/')[3] ?? '') }),
          'GET /internal/customers/:id': ({ path }) => this.answerOf('customer', path),
          'POST /internal/bank-outages': () => factAnswer({ routingNumbers: [...this.down] }),
          'POST /internal/customers/holders': ({ body }) => this.holders(holdersQuery.parse(body)),
          'GET /internal/applications/:id': ({ path }) => {
            const fact = this.applications.get(path.slice('/internal/applications/'.length));
            return fact ? factAnswer(fact) : new DomainError('NotFound');
          },
        },
      });
    });
    afterAll(() => this.running?.stop());
  }

  get service(): TestService {
    if (!this.running) throw new Error('the service runs from the first test on');
    return this.running;
  }

  /** Starts before the first test. */
  beside(): { readonly service: TestService } {
    let other: TestService | undefined;
    beforeAll(async () => {
      other = await startTestService(fundingSourcesService, { env: this.env, beside: this.service });
    });
    afterAll(() => other?.stop());
    return {
      get service() {
        if (!other) throw new Error('the service runs from the first test on');
        return other;
      },
    };
  }

  /** Newest first, in pages of two. Owners are customers in the order in which they were added. */
  private holders({ accountId, before }: z.infer<typeof holdersQuery>): AnswerBody {
    const page = [...this.owners.values()]
      .map((fact, index) => ({ fact, position: index + 1 }))
      .filter(({ fact }) => fact.accountId === accountId && fact.kind === 'customer' && isHolder(fact))
      .filter(({ position }) => position < (before ?? Infinity))
      .reverse()
      .slice(0, 2);
    return factAnswer({
      holders: page.map(({ fact }) => fact),
      next: page.length < 2 ? undefined : page.at(-1)?.position,
    });
  }

  private answerOf(kind: PartyFact['kind'], path: string): AnswerBody | DomainError {
    const fact = this.owners.get(path.slice(`/internal/${kind}s/`.length));
    return fact?.kind === kind ? factAnswer(fact) : new DomainError('NotFound');
  }
}

export function openAccount({ owners, applications }: FundingSources): ApplicationPrincipal {
  const principal = applicationPrincipal();
  const { accountId, applicationId } = principal;
  applications.set(applicationId, { applicationId, accountId, origins: ['http://localhost:*', 'https://localhost:*'] });
  owners.set(accountId, {
    partyId: accountId,
    accountId,
    kind: 'account',
    type: 'account',
    status: 'verified',
    version: 1,
  });
  return principal;
}

/** Only the customer's owner knows about it. Unverified by default. */
export function addCustomer(
  { owners }: FundingSources,
  { accountId }: ApplicationPrincipal,
  fact: Partial<PartyFact> = {},
): PartyFact {
  const customer: PartyFact = {
    partyId: newId(),
    accountId,
    kind: 'customer',
    type: 'unverified',
    status: 'unverified',
    version: 1,
    ...fact,
  };
  owners.set(customer.partyId, customer);
  return customer;
}

/** Changes the party at the service that owns it, as its next version. */
export function change({ owners }: FundingSources, party: PartyFact, status: PartyFact['status']): PartyFact {
  const changed = { ...party, status, version: (owners.get(party.partyId)?.version ?? 0) + 1 };
  owners.set(party.partyId, changed);
  return changed;
}

export const tellParty = ({ service }: FundingSources, fact: PartyFact) =>
  service.call('PUT', `/internal/parties/${fact.partyId}`, {
    body: fact,
    principal: servicePrincipal('customers'),
  });

export const eventOf = (topic: Topic, type: string, { from, ...fact }: PartyFact & { from?: string }): CloudEvent => ({
  specversion: '1.0',
  id: newId(),
  source: topic,
  type,
  subject: fact.partyId,
  time: '2026-03-01T00:00:00.000Z',
  datacontenttype: 'application/json',
  accountid: fact.accountId,
  partitionkey: fact.partyId,
  sequence: fact.version,
  data: { [fact.kind === 'account' ? 'accountId' : 'customerId']: fact.partyId, from, fact },
});

export const announce = (
  { service }: FundingSources,
  topic: Topic,
  type: string,
  data: PartyFact & { from?: string },
) => service.bus.tell(topic, eventOf(topic, type, data));

let accounts = 1_000_000;

export const bank = (overrides: object = {}) => {
  accounts += 1;
  return {
    routingNumber: '222222226',
    accountNumber: String(accounts),
    bankAccountType: 'checking',
    name: 'My bank',
    ...overrides,
  };
};

/** @returns the bank's id */
export async function addBank(
  { service }: FundingSources,
  principal: ApplicationPrincipal,
  { partyId }: PartyFact,
  body: object = bank(),
): Promise<string> {
  return idOf((await service.call('POST', `/customers/${partyId}/funding-sources`, { principal, body })).body);
}

/** The bank is unverified, and the customer has an account of its own. */
export async function customerWithBank(
  sources: FundingSources,
): Promise<{ principal: ApplicationPrincipal; customer: PartyFact; id: string }> {
  const principal = openAccount(sources);
  const customer = addCustomer(sources, principal);
  return { principal, customer, id: await addBank(sources, principal, customer) };
}

export const getSource = async ({ service }: FundingSources, principal: ApplicationPrincipal, id: string) =>
  resourceOf((await service.call('GET', `/funding-sources/${id}`, { principal })).body);

export const usd = (value: string) => ({ value, currency: 'USD' });

export function idOf(body: AnswerBody): string {
  if (body.type !== 'created') throw new Error(`expected something created: ${JSON.stringify(body)}`);
  return body.resource.id;
}

export function resourceOf(body: AnswerBody): ResourceAnswer {
  if (body.type !== 'resource') throw new Error(`expected a resource: ${JSON.stringify(body)}`);
  return body;
}

export function itemsOf(body: AnswerBody): readonly ResourceAnswer[] {
  if (body.type !== 'collection') throw new Error(`expected a collection: ${JSON.stringify(body)}`);
  return body.items;
}

/** Code and pointer of each fault. */
export const faultsOf = (body: AnswerBody): string[] =>
  body.type === 'error' ? (body.faults ?? []).map(({ code, path }) => `${code} ${path}`) : [];

/** In order. */
export const told = ({ service }: FundingSources): { service: ServiceName; path: string; fact: FundingSourceFact }[] =>
  service.services.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ service: name, path, body }) => ({ service: name, path, fact: body as FundingSourceFact }));

/** For the micro-deposits that transfers was last told to pay to a bank. */
export const endMicroDeposits = (
  { service }: FundingSources,
  fundingSourceId: string,
  {
    operationId,
    ...end
  }: { status: 'processed' | 'failed'; code?: ReturnCode; wrongAmounts?: true; operationId?: string },
) =>
  service.call('POST', '/internal/micro-deposits/ends', {
    principal: servicePrincipal('transfers'),
    body: {
      ended: [{ fundingSourceId, paymentId: paidTo(service, fundingSourceId).at(-1)?.path.split('/').at(-1), ...end }],
    },
    operationId,
  });

export const applyReturns = (
  { service }: FundingSources,
  returns: readonly { readonly id: string; readonly code: string; readonly returnId?: string }[],
  operationId = newId(),
) =>
  service.call('POST', '/internal/funding-sources/returns', {
    principal: servicePrincipal('transfers'),
    body: { returns: returns.map((one) => ({ returnId: newId(), ...one })) },
    operationId,
  });

export const paidTo = ({ services }: TestService, fundingSourceId: string) =>
  services.calls.filter(
    ({ path, body }) =>
      path.startsWith('/internal/micro-deposits/') && (body as BegunMicroDeposits).fundingSourceId === fundingSourceId,
  );

export const asked = ({ service }: FundingSources): string[] =>
  service.services.calls.filter(({ method }) => method === 'GET').map(({ path }) => path);

export async function unsealedHistory(
  { service }: FundingSources,
  { partyId }: PartyFact,
  id: string,
  sequence: number,
): Promise<unknown> {
  const [row] = await service.dataSource.query<[{ sealed: Buffer }]>(
    'SELECT sealed FROM history WHERE key = $1 AND sequence = $2',
    [id, sequence],
  );
  return JSON.parse(await service.get(Sealer).open(partyId, 'funding-sources.history', row.sealed));
}
