import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CloudEvent, ServiceName, Topic } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { deriveId, newId } from '@halyard/core';
import { KnownFundingSources } from '@halyard/facts';
import { type RebuildableModel, RebuildableModels } from '@halyard/messaging';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { expectEventually, until } from '@halyard/testing/waiting';
import fc from 'fast-check';
import { rebuild } from '../../../test/rebuild.js';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const VERSIONS = 4;
const statuses = ['unverified', 'verified', 'suspended', 'verified'] as const;

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly version: number;
  readonly fact: object;
  readonly stale: boolean;
}

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
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
  });
  afterAll(() => service.stop());

  const isTopic = (source: string): source is Topic => source.endsWith('.events.v1');
  const bring = async (told: CloudEvent) => {
    if (!isTopic(told.source)) throw new Error(told.source);
    service.bus.tell(told.source, told);
    await service.bus.settled();
  };
  const models = () =>
    service
      .get(RebuildableModels)
      .list()
      .filter(({ name }) => name.endsWith('-facts'));
  const modelOf = (name: string) => {
    const model = models().find((one) => one.name === name);
    if (!model) throw new Error(`there is no ${name}`);
    return model;
  };
  const rows = (where = 'true') =>
    service.dataSource.query<Row[]>(`SELECT kind, id, version::int, fact, stale FROM facts WHERE ${where} ORDER BY id`);
  const rebuilt = (...some: readonly RebuildableModel[]) =>
    until('the rebuilds have ended', async () =>
      (await Promise.all(some.map((model) => model.rebuild()))).every((one) => one === undefined),
    );
  const differs = (model: RebuildableModel) =>
    expectEventually(async () => expect(await model.rebuild()).toMatchObject({ state: 'differs' }));
  const change = async (model: RebuildableModel, how: 'swap' | 'stop') => {
    await service.dataSource.transaction((tx) => model[how](tx));
    model.look?.();
  };
  const tell = async (customer: PartyFact, bank: FundingSourceFact) => {
    const tellAs = (owner: ServiceName, path: string, body: unknown) =>
      service.call('PUT', `/internal/${path}`, { principal: servicePrincipal(owner), body });
    await tellAs('customers', `parties/${customer.partyId}`, customer);
    await tellAs('funding-sources', `funding-sources/${bank.fundingSourceId}`, bank);
  };
  const told = async (): Promise<Told> => {
    const one = new Told(world);
    for (const event of one.events.flat()) await bring(event);
    return one;
  };

  it('serve all the time, are the same in content, and never older than what was told meanwhile', async () => {
    const picks = fc.array(fc.nat(5), { minLength: 24, maxLength: 24 });
    const moment = fc.nat(4 * VERSIONS);
    await fc.assert(
      fc.asyncProperty(picks, moment, moment, fc.boolean(), async (order, beginAt, tellAt, isLost) => {
        const [one, other] = [new Told(world), new Told(world)];
        const [customer, bank] = [one.customers.at(-1), one.banks.at(-1)];
        if (!customer || !bank) throw new Error('nothing to tell');
        for (const told of other.events.flat()) await bring(told);
        const standing = await rows(`fact ->> 'ownerId' = '${other.customers[0]?.partyId}'`);
        for (const [index, told] of interleave(one.events, order).entries()) {
          if (index === beginAt % (2 * VERSIONS)) {
            if (isLost) await service.dataSource.query(`DELETE FROM facts WHERE id = '${standing[0]?.id}'`);
            for (const model of models()) await rebuild(service, model);
          }
          if (index === tellAt % (2 * VERSIONS)) await tell(customer, bank);
          await bring(told);
          const known = await service.get(KnownFundingSources).findOwned(bank.fundingSourceId);
          const newest = index >= tellAt % (2 * VERSIONS) ? VERSIONS : 1;
          for (const fact of known ? [known.source, known.owner] : []) {
            expect(fact?.version ?? VERSIONS).toBeGreaterThanOrEqual(newest);
          }
        }
        await rebuilt(...models());
        expect(await rows(`fact ->> 'ownerId' = '${other.customers[0]?.partyId}'`)).toEqual(standing);
        const known = await service.get(KnownFundingSources).findOwned(bank.fundingSourceId);
        expect(known).toMatchObject({ source: bank, owner: customer });
        expect(await service.dataSource.query('SELECT * FROM facts_beside')).toEqual([]);
      }),
      { numRuns: 6 },
    );
  });

  it('are not asked for meanwhile: what is known serves although nobody can be asked', async () => {
    const { customers, banks } = await told();
    const [customer, bank] = [customers.at(-1), banks.at(-1)];
    if (!customer || !bank) throw new Error('nothing was told');
    await service.dataSource.query('UPDATE facts SET fact = $2 WHERE id = $1', [
      ...[customer.partyId, { ...customer, status: 'suspended' }],
    ]);
    const model = modelOf('party-facts');
    await rebuild(service, model);
    await differs(model);
    const known = await service.get(KnownFundingSources).findOwned(bank.fundingSourceId);
    expect(known).toMatchObject({ source: bank, owner: { ...customer, status: 'suspended' } });
    await change(model, 'stop');
    expect(await service.dataSource.query('SELECT * FROM facts_beside')).toEqual([]);
    expect(await rows(`id = '${customer.partyId}'`)).toMatchObject([{ fact: { status: 'suspended' } }]);
  });

  it('differ where a stored fact is not what its version says, with words and ids in plain; a swap mends it', async () => {
    const { customers, banks } = await told();
    const [customer, bank] = [customers.at(-1), banks.at(-1)];
    if (!customer || !bank) throw new Error('nothing was told');
    await service.dataSource.query(`UPDATE facts SET fact = fact || '{"channels":["ach","wire"]}' WHERE id = $1`, [
      bank.fundingSourceId,
    ]);
    await service.dataSource.query(`UPDATE facts SET fact = fact || '{"status":"Jane Doe"}' WHERE id = $1`, [
      customer.partyId,
    ]);
    const [parties, sources] = [modelOf('party-facts'), modelOf('funding-source-facts')];
    for (const model of [parties, sources]) await rebuild(service, model);
    for (const model of [parties, sources]) await differs(model);
    expect((await sources.rebuild())?.differences).toEqual({
      rows: expect.any(Number),
      first: expect.arrayContaining([
        {
          key: `facts funding-source ${bank.fundingSourceId}`,
          serves: { ...bank, channels: ['ach', 'wire'] },
          rebuilt: bank,
        },
      ]),
    });
    expect((await parties.rebuild())?.differences?.first).toContainEqual({
      ...{ key: `facts party ${customer.partyId}`, rebuilt: customer },
      serves: { ...customer, status: '[invalid]' },
    });
    const newer = { ...customer, version: VERSIONS + 1, status: 'deactivated' } as const;
    await tell(newer, bank);
    for (const model of [parties, sources]) await change(model, 'swap');
    await rebuilt(parties, sources);
    expect(await rows(`id = '${bank.fundingSourceId}'`)).toMatchObject([{ fact: bank }]);
    expect(await rows(`id = '${customer.partyId}'`)).toMatchObject([{ version: VERSIONS + 1, fact: newer }]);
  });

  it('do not differ in when a balance was created, which its owner may change without a version', async () => {
    const { banks } = await told();
    const [bank] = banks;
    if (!bank) throw new Error('nothing was told');
    await service.dataSource.query(
      `UPDATE facts SET fact = fact || '{"created":"2025-01-02T03:04:05.000Z"}' WHERE id = $1`,
      [bank.fundingSourceId],
    );
    const model = modelOf('funding-source-facts');
    await rebuild(service, model);
    await rebuilt(model);
    expect(await rows(`id = '${bank.fundingSourceId}'`)).toMatchObject([
      { fact: { created: '2025-01-02T03:04:05.000Z' } },
    ]);
  });
});
