import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CloudEvent, ServiceName, Topic } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { deriveId, newId } from '@halyard/core';
import { KnownFundingSources } from '@halyard/facts';
import { type ConsumerRunner, Consumers, RebuildableModels } from '@halyard/messaging';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import fc from 'fast-check';
import { contentOf, rebuild } from '../../../test/rebuild.js';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const VERSIONS = 4;
const statuses = ['unverified', 'verified', 'suspended', 'verified'] as const;

/** A customer and a bank of it in each of their versions, and the events that tell of them. */
class Told {
  readonly customers: readonly PartyFact[];
  readonly banks: readonly FundingSourceFact[];

  constructor({ accountId }: World) {
    const [partyId, fundingSourceId] = [newId(), newId()];
    const party = { partyId, accountId, kind: 'customer', type: 'personal' } as const;
    const bank = { fundingSourceId, accountId, ownerKind: 'customer', ownerId: partyId, type: 'bank' } as const;
    this.customers = statuses.map((status, at) => ({ ...party, status, version: at + 1 }));
    this.banks = statuses.map((_, at) => ({
      ...bank,
      status: at > 0 ? 'verified' : 'unverified',
      removed: at === VERSIONS - 1,
      channels: ['ach'],
      version: at + 1,
    }));
  }

  get events(): CloudEvent[][] {
    return [
      this.customers.map((fact) => event('customers.customer-verified.v1', fact.partyId, fact)),
      this.banks.map((fact) => event('funding-sources.funding-source-updated.v1', fact.fundingSourceId, fact)),
    ];
  }
}

const event = (type: string, key: string, fact: PartyFact | FundingSourceFact): CloudEvent => ({
  specversion: '1.0',
  id: deriveId(key, String(fact.version)),
  source: `${type.split('.')[0] ?? ''}.events.v1`,
  type,
  subject: key,
  time: new Date(0).toISOString(),
  datacontenttype: 'application/json',
  accountid: fact.accountId,
  partitionkey: key,
  sequence: fact.version,
  data: { ...fact, customerId: key, fact },
});

/** The lists' elements in an order that a sequence of picks chooses, each list's own order kept. */
function interleave<Item>(lists: readonly (readonly Item[])[], picks: readonly number[]): Item[] {
  const left = lists.map((list) => [...list]);
  const merged: Item[] = [];
  for (let at = 0; left.some((list) => list.length > 0); at += 1) {
    const open = left.filter((list) => list.length > 0);
    const next = open[(picks[at % Math.max(1, picks.length)] ?? 0) % open.length]?.shift();
    if (next !== undefined) merged.push(next);
  }
  return merged;
}

describe('facts that are rebuilt from what the bus says again', () => {
  let service: TestService;
  let world: World;
  let runners: readonly ConsumerRunner[];
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    ({ runners } = service.get(Consumers));
  });
  afterAll(() => service.stop());

  const isTopic = (source: string): source is Topic => source.endsWith('.events.v1');
  const bring = async (told: CloudEvent) => {
    const { source } = told;
    if (!isTopic(source)) throw new Error(source);
    const runner = runners.find(({ definition }) => definition.topics.includes(source));
    await runner?.receive([{ content: told }], source);
  };
  const models = () =>
    service
      .get(RebuildableModels)
      .list()
      .filter(({ name }) => name.endsWith('-facts'));
  const content = () => contentOf(service, ['facts']);
  const tell = async (customer: PartyFact, bank: FundingSourceFact) => {
    const tellAs = (owner: ServiceName, path: string, body: unknown) =>
      service.call('PUT', `/internal/${path}`, { principal: servicePrincipal(owner), body });
    await tellAs('customers', `parties/${customer.partyId}`, customer);
    await tellAs('funding-sources', `funding-sources/${bank.fundingSourceId}`, bank);
  };

  it('are the same in content, and never older than what was told meanwhile', async () => {
    const picks = fc.array(fc.nat(5), { minLength: 24, maxLength: 24 });
    const tellAt = fc.nat(2 * VERSIONS);
    await fc.assert(
      fc.asyncProperty(picks, picks, tellAt, fc.nat(VERSIONS - 1), async (before, after, at, version) => {
        await service.dataSource.query('TRUNCATE inbox, facts');
        const all = [new Told(world), new Told(world), new Told(world)];
        const [one] = all;
        const [customer, bank] = [one?.customers[version], one?.banks[version]];
        if (!customer || !bank) throw new Error('nothing to tell');
        const events = all.flatMap((told) => told.events);
        for (const told of interleave(events, before)) await bring(told);
        const former = await content();

        for (const model of models()) await rebuild(service, model);
        for (const [index, told] of interleave(events, after).entries()) {
          if (index === at) await tell(customer, bank);
          await bring(told);
          const known = await service.get(KnownFundingSources).findOwned(bank.fundingSourceId);
          for (const fact of known ? [known.source, known.owner] : []) expect(fact?.version ?? VERSIONS).toBe(VERSIONS);
        }
        expect(await content()).toEqual(former);
      }),
      { numRuns: 25 },
    );
  });

  it('are asked from their owners until they are heard again: what was closed stays closed', async () => {
    const customer = world.customer();
    const bank = world.source(customer, 'bank');
    const balance = world.source(customer, 'balance');
    await world.transfer(bank, balance, '5.00');
    const removed = { ...bank, removed: true, version: 2 };
    world.tellSource(removed);
    await tell(customer, removed);

    for (const model of models()) await rebuild(service, model);
    await bring(event('funding-sources.funding-source-added.v1', bank.fundingSourceId, bank));
    expect(await service.get(KnownFundingSources).findOwned(bank.fundingSourceId)).toBeUndefined();
    expect((await world.post(bank, balance, '5.00')).status).toBe(400);
    expect(await service.get(KnownFundingSources).findOwned(bank.fundingSourceId)).toEqual({
      source: removed,
      owner: customer,
      account: world.account,
      seen: expect.any(Array),
    });
  });
});
