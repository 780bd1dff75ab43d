import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal, CloudEvent, Topic } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { type ConsumerRunner, Consumers, type RebuildableModel, RebuildableModels } from '@halyard/messaging';
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
  let runner: ConsumerRunner;
  beforeAll(() => {
    principal = openAccount(sources);
    const [first] = sources.service.get(RebuildableModels).list();
    const [running] = sources.service.get(Consumers).runners;
    if (!first || !running) throw new Error('nothing can be rebuilt');
    [model, runner] = [first, running];
  });

  const rows = (table: string) =>
    sources.service.dataSource.query<unknown[]>(`SELECT * FROM ${table} AS entry ORDER BY entry::text COLLATE "C"`);
  const content = () => Promise.all(['facts', 'funding_sources', 'history'].map(rows));
  const empty = () => sources.service.dataSource.transaction((tx) => model.clear(tx));
  const versionsOf = (party: PartyFact): CloudEvent[] =>
    statuses.map((status, at) =>
      eventOf(topic, 'customers.customer-verified.v1', { ...party, type: 'personal', status, version: at + 1 }),
    );

  it('are the same in content, make nobody a second balance, and are never older than what was told', async () => {
    const order = fc.shuffledSubarray([0, 0, 0, 0, 1, 1, 1, 1], { minLength: 8 });
    await fc.assert(
      fc.asyncProperty(order, order, fc.nat(7), async (before, after, tellAt) => {
        await sources.service.dataSource.query('TRUNCATE inbox, facts');
        const parties = [addCustomer(sources, principal), addCustomer(sources, principal)];
        const bring = async (picks: readonly number[], then: (at: number) => Promise<void>) => {
          const left = parties.map(versionsOf);
          for (const [at, pick] of picks.entries()) {
            await then(at);
            await runner.receive([{ content: left[pick]?.shift() }], topic);
          }
        };
        await bring(before, () => Promise.resolve());
        const former = await content();

        await empty();
        const [told] = parties;
        if (!told) throw new Error('nobody to tell of');
        await bring(after, async (at) => {
          if (at === tellAt) await tellParty(sources, { ...told, type: 'personal', status: 'deactivated', version: 4 });
          const sql = 'SELECT version::integer FROM facts WHERE NOT stale';
          for (const { version } of await sources.service.dataSource.query<{ version: number }[]>(sql)) {
            expect(version).toBe(statuses.length);
          }
        });
        expect(await content()).toEqual(former);
      }),
      { numRuns: 20 },
    );
  });

  it('are asked from their owner until they are heard again: who was suspended gets no bank', async () => {
    const customer = addCustomer(sources, principal, { type: 'personal', status: 'verified' });
    await addBank(sources, principal, customer);
    await tellParty(sources, change(sources, customer, 'suspended'));
    await empty();
    const { accountId, partyId: id } = customer;
    const locking = sources.service.dataSource.transaction((tx) => lockActive(tx, accountId, { kind: 'customer', id }));
    await expect(locking).rejects.toMatchObject({ code: 'NotFound' });
    await runner.receive([{ content: eventOf(topic, 'customers.customer-created.v1', customer) }], topic);
    const path = `/customers/${customer.partyId}/funding-sources`;
    expect((await sources.service.call('POST', path, { principal, body: bank() })).status).toBe(403);
  });
});
