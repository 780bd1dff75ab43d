import { type BankNumbersFound, bankNumbersQuery } from '@halyard/contracts/bank-files';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { type PartyFact, partyNamesQuery } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { applicationPrincipal, factAnswer, type TestCall, type TestService } from '@halyard/testing';

/** `<code> <path>` of each fault. */
export const faultsOf = ({ status, body }: ServiceAnswer): unknown =>
  body.type === 'error' && status === 400 ? body.faults?.map(({ code, path }) => `${code} ${path}`) : body;

/** The routes that tell the owners of banks and customers about returns. */
export const RETURNS = {
  banks: 'POST /internal/funding-sources/returns',
  customers: 'POST /internal/customers/returns',
} as const;

const NAMES = ['POST /internal/accounts/names', 'POST /internal/customers/names'];

/** The name that the owner of a party answers. */
export const nameOf = (partyId: string): string => `Party ${partyId}`;

const NUMBERS = 'POST /internal/funding-sources/numbers';

const numbersFor = (body: unknown): BankNumbersFound => ({
  banks: bankNumbersQuery.parse(body).banks.map(({ fundingSourceId, version = 1 }) => ({
    fundingSourceId,
    version,
    bankAccountType: 'checking',
    numbers: { routingNumber: '222222226', accountNumber: fundingSourceId.replaceAll(/\D/g, '').slice(-9) },
  })),
});

const namesFor = (body: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(partyNamesQuery.parse(body).ids.map((id) => [id, nameOf(id)]));

const theAccount = { kind: 'account', type: 'account', status: 'verified', version: 1 } as const;

/** An account with the funding sources that tests move money between, told by the services that own them. */
export class World {
  readonly accountId: string;
  readonly account: PartyFact;

  constructor(
    readonly service: TestService,
    readonly principal = applicationPrincipal(),
  ) {
    this.accountId = principal.accountId;
    this.account = { ...theAccount, partyId: this.accountId, accountId: this.accountId };
    this.tellParty(this.account);
    for (const route of Object.values(RETURNS)) service.services.answer(route, factAnswer([]));
    for (const route of NAMES) service.services.answer(route, ({ body }) => factAnswer({ names: namesFor(body) }));
    service.services.answer(NUMBERS, ({ body }) => factAnswer(numbersFor(body)));
  }

  in(service: TestService): World {
    return new World(service, this.principal);
  }

  customer(over: Partial<PartyFact> = {}): PartyFact {
    const party: PartyFact = {
      partyId: newId(),
      accountId: this.accountId,
      kind: 'customer',
      type: 'personal',
      status: 'verified',
      version: 1,
      ...over,
    };
    this.tellParty(party);
    return party;
  }

  source(owner: PartyFact, type: 'bank' | 'balance', over: Partial<FundingSourceFact> = {}): FundingSourceFact {
    const source: FundingSourceFact = {
      fundingSourceId: newId(),
      accountId: owner.accountId,
      ownerKind: owner.kind,
      ownerId: owner.partyId,
      type,
      status: 'verified',
      removed: false,
      channels: type === 'bank' ? ['ach'] : [],
      created: '2026-02-02T12:00:00.000Z',
      version: 1,
      ...over,
    };
    this.tellSource(source);
    return source;
  }

  tellParty(party: PartyFact): void {
    const path = party.kind === 'account' ? 'accounts' : 'customers';
    this.service.services.answer(`GET /internal/${path}/${party.partyId}`, factAnswer(party));
  }

  tellSource(source: FundingSourceFact): void {
    this.service.services.answer(`GET /internal/funding-sources/${source.fundingSourceId}`, factAnswer(source));
  }

  call(method: 'GET' | 'POST' | 'PUT', path: string, call: TestCall = {}) {
    return this.service.call(method, path, { principal: this.principal, ...call });
  }

  post(
    source: { readonly fundingSourceId: string },
    destination: { readonly fundingSourceId: string },
    value: string,
    { operationId, ...extra }: { operationId?: string; readonly [field: string]: unknown } = {},
  ) {
    return this.call('POST', '/transfers', {
      body: { ...this.bodyOf(source, destination, value), ...extra },
      operationId,
    });
  }

  bodyOf(
    source: { readonly fundingSourceId: string },
    destination: { readonly fundingSourceId: string },
    value: string,
  ): object {
    return {
      _links: {
        source: { href: `/funding-sources/${source.fundingSourceId}` },
        destination: { href: `https://localhost:8443/funding-sources/${destination.fundingSourceId}` },
      },
      amount: { value, currency: 'USD' },
    };
  }

  /** @returns the id of the transfer @throws Error if it was not created */
  async transfer(...[source, destination, value, extra]: Parameters<World['post']>): Promise<string> {
    const { status, body } = await this.post(source, destination, value, extra);
    if (status !== 201 || body.type !== 'created') throw new Error(JSON.stringify(body));
    return body.resource.id;
  }

  /** A balance with money that was deposited from a bank. */
  async fundedBalance(owner: PartyFact, value: string): Promise<FundingSourceFact> {
    const balance = this.source(owner, 'balance');
    await this.transfer(this.source(owner, 'bank'), balance, value);
    await this.simulate();
    return balance;
  }

  async simulate(): Promise<number> {
    const { status, body } = await this.call('POST', '/sandbox-simulations');
    if (status !== 200 || body.type !== 'resource') throw new Error(JSON.stringify(body));
    return Number(body.attributes['total']);
  }

  /** @returns [available, posted] */
  async balanceOf({ fundingSourceId }: { readonly fundingSourceId: string }): Promise<unknown[]> {
    const { body } = await this.call('GET', `/funding-sources/${fundingSourceId}/balance`);
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    const { balance, total } = body.attributes;
    return [balance, total].map(
      (money) => typeof money === 'object' && money !== null && 'value' in money && money.value,
    );
  }
}
