import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, CloudEvent, Topic } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { type RebuildableModel, RebuildableModels } from '@halyard/messaging';
import { until } from '@halyard/testing/waiting';
import fc from 'fast-check';
import {
  addBank,
  addCustomer,
  bank,
  change,
  eventOf,
  FundingSources,
  openAccount,
  tellParty,
} from '../../../test/funding-sources.js';
import { lockActive } from './source-owners.js';

const statuses = ['retry', 'verified', 'suspended', 'deactivated'] as const;
const topic: Topic = 'customers.events.v1';

describe('parties that are rebuilt from what the bus says again', () => {
  const sources = new FundingSources();
  let principal: ApplicationPrincipal;
  let model: RebuildableModel;
  beforeAll(() => {
    principal = openAccount(sources);
    const [first] = sources.service.get(RebuildableModels).list();
    if (!first) throw new Error('nothing can be rebuilt');
    model = first;
  });

  const rows = (table: string) =>
    sources.service.dataSource.query<unknown[]>(`SELECT * FROM ${table} AS entry ORDER BY entry::text COLLATE "C"`);
  const content = () => Promise.all(['facts', 'funding_sources', 'history'].map(rows));
  const bring = async (...events: readonly CloudEvent[]) => {
    sources.service.bus.tell(topic, ...events);
    await sources.service.bus.settled();
  };
  const begin = async () => {
    await sources.service.dataSource.transaction((tx) => model.begin(tx, {}));
    model.look?.();
  };
  const ended = () => until('the rebuild has ended', async () => (await model.rebuild()) === undefined);
  const versionsOf = (party: PartyFact): CloudEvent[] =>
    statuses.map((status, at) =>
      eventOf(topic, 'customers.customer-verified.v1', { ...party, type: 'personal', status, version: at + 1 }),
    );

  it('are the same in content, make nobody a second balance, and are never older than what was told', async () => {
    const order = fc.shuffledSubarray([0, 0, 0, 0, 1, 1, 1, 1], { minLength: 8 });
    await fc.assert(
      fc.asyncProperty(order, fc.nat(7), fc.nat(7), async (picks, beginAt, tellAt) => {
        const parties = [addCustomer(sources, principal), addCustomer(sources, principal)];
        const [told] = parties;
        if (!told) throw new Error('nobody to tell of');
        const left = parties.map(versionsOf);
        for (const [at, pick] of picks.entries()) {
          if (at === beginAt) await begin();
          if (at === tellAt) await tellParty(sources, { ...told, type: 'personal', status: 'deactivated', version: 4 });
          const next = left[pick]?.shift();
          if (next) await bring(next);
          const [fact] = await sources.service.dataSource.query<{ version: number }[]>(
            'SELECT version::int FROM facts WHERE id = $1 AND NOT stale',
            [told.partyId],
          );
          if (at >= tellAt) expect(fact).toEqual({ version: statuses.length });
        }
        await ended();
        const former = await content();
        await begin();
        await ended();
        expect(await content()).toEqual(former);
        expect(await rows('facts_beside')).toEqual([]);
      }),
      { numRuns: 6 },
    );
  });

  it('serve all the time: who was suspended gets no bank, although its owner can not be asked', async () => {
    const customer = addCustomer(sources, principal, { type: 'personal', status: 'verified' });
    await addBank(sources, principal, customer);
    await tellParty(sources, change(sources, customer, 'suspended'));
    await bring(eventOf(topic, 'customers.customer-created.v1', customer));
    await begin();
    const { accountId, partyId: id } = customer;
    const locking = () =>
      sources.service.dataSource.transaction((tx) => lockActive(tx, accountId, { kind: 'customer', id }));
    await expect(locking()).rejects.toMatchObject({ code: 'InvalidResourceState' });
    await ended();
    await expect(locking()).rejects.toMatchObject({ code: 'InvalidResourceState' });
    const path = `/customers/${customer.partyId}/funding-sources`;
    expect((await sources.service.call('POST', path, { principal, body: bank() })).status).toBe(403);
  });
});
