import { InMemoryEventStore } from '@halyard/event-store/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CollectionAnswer } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { EventStore } from '@halyard/event-store';
import { startTestService, type TestService } from '@halyard/testing';
import { everyEvent, settle, startProcess } from '../../test/payment-processes.js';
import { termsOf } from '../../test/payments.js';
import { contentOf, rebuildBeside } from '../../test/rebuild.js';
import { World } from '../../test/world.js';
import { paymentStream } from '../payment/payment.model.js';
import { Checkpoints } from '../projection/checkpoints.js';
import { Follower } from '../projection/follower.js';
import { PageWriter } from '../projection/page-writer.js';
import { StoredPages } from '../projection/pages.rows.js';
import { ReadModel } from '../projection/read-model.js';
import { ReadModels } from '../projection/read-models.js';
import { transfersService } from '../transfers.module.js';
import { NoBankEntries } from '../cut-off/bank-entries.js';
import { SealedMetadata } from '../payment/sealed-metadata.js';
import { KnownTransfers } from './known-transfers.js';
import { TransferProjection } from './transfer.projection.js';

describe('the list of transfers', () => {
  let service: TestService;
  let world: World;
  let balances: FundingSourceFact[];
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    balances = [];
    for (let n = 0; n < 3; n += 1) balances.push(await world.fundedBalance(world.customer(), '100.00'));
  });
  afterAll(() => service.stop());

  const projection = () =>
    new TransferProjection(service.get(SealedMetadata), service.get(KnownTransfers), new NoBankEntries());

  /** The names of what is written for a payment out of a balance, by how many of its events come in one page. */
  async function statementsOf(from: number, to: number): Promise<string[]> {
    const store = new InMemoryEventStore();
    const { process } = startProcess(store);
    const terms = termsOf('deposit');
    await process.begin(terms, {});
    await settle(process, terms);
    const events = (await everyEvent(store)).filter(({ stream }) => stream === paymentStream(terms.paymentId));
    const steps = await projection().apply({ events: events.slice(from, to), furthest: 0n });
    return steps.map(({ statement }) => statement.name);
  }

  it('writes a transfer that begins and ends within a page once, as it is then', async () => {
    const statements = await statementsOf(0, 4);
    expect(statements).toContain('transfers-insert');
    expect(statements).not.toContain('transfers-update');
    expect(new Set(statements).size).toBe(statements.length);
  });

  it('is numbered without a hole, and tells each fact once, though three processes move it at once', async () => {
    const store = service.get(EventStore);
    const checkpoints = service.get(Checkpoints);
    const followers = [1, 2].map(() => {
      const models = [new ReadModel(projection(), checkpoints, store)];
      const writer = new PageWriter(new StoredPages(service.dataSource));
      return new Follower({ store, checkpoints, writer, models, onFailure: () => undefined });
    });
    for (const follower of followers) follower.start();
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(
        balances.map((from, n) => world.transfer(from, balances[(n + 1 + (round % 2)) % 3] ?? from, '1.00')),
      );
    }
    const content = () =>
      service.get(ReadModels).read('transfers', () => contentOf(service, ['transfers', 'party_transfers', 'history']));
    const moved = await content();
    for (const follower of followers) await follower.stop();

    const parties = await service.dataSource.query<{ many: string; last: string; transfers: string }[]>(
      `SELECT count(*) AS many, max(number) AS last, count(DISTINCT transfer_id) AS transfers
       FROM party_transfers GROUP BY party_id`,
    );
    expect(parties).toEqual(balances.map(() => ({ many: '41', last: '41', transfers: '41' })));
    await rebuildBeside(service, service.get(ReadModels).transfers);
    expect(await content()).toEqual(moved);
  });
});

describe('lists that are paged through while their read model is replaced', () => {
  const LIMIT = 2;
  let service: TestService;
  let world: World;
  let customerId: string;
  let from: FundingSourceFact;
  let to: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    const customer = world.customer();
    customerId = customer.partyId;
    from = await world.fundedBalance(customer, '100.00');
    to = world.source(world.account, 'balance');
    for (let n = 0; n < 6; n += 1) await world.transfer(from, to, '1.00');
  });
  afterAll(() => service.stop());

  async function page(path: string, query: Readonly<Record<string, string>>): Promise<CollectionAnswer> {
    const { body } = await world.call('GET', path, { query });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body;
  }

  it.each(['/transfers', '/payments', 'the list of the customer'])(
    '%s: has no row twice, and lacks none',
    async (list) => {
      const path = list.startsWith('/') ? list : `/customers/${customerId}/transfers`;
      const whole = (await page(path, { limit: '200' })).items.map(({ id }) => id);
      expect(whole.length).toBeGreaterThan(2 * LIMIT);
      const paged: string[] = [];
      let query: Readonly<Record<string, string>> = { limit: `${LIMIT}` };
      while (paged.length < whole.length) {
        const { items, page: place } = await page(path, query);
        expect(items.length).toBeGreaterThan(0);
        paged.push(...items.map(({ id }) => id));
        query = { limit: `${LIMIT}`, offset: `${paged.length}`, anchor: place?.anchor ?? '' };
        await world.transfer(from, to, '0.01');
        await rebuildBeside(service, service.get(ReadModels).transfers);
      }
      expect(paged).toEqual(whole);
    },
  );
});

describe('the read model of transfers', () => {
  it('is the same when it is built again from the streams, and tells nobody anything twice', async () => {
    const service = await startTestService(transfersService);
    const world = new World(service);
    const balance = await world.fundedBalance(world.account, '100.00');
    const bank = world.source(world.account, 'bank');
    const to = world.source(world.customer(), 'balance');
    await world.transfer(bank, balance, '1.00', { metadata: { a: 'b' }, correlationId: 'c' });
    await world.transfer(balance, bank, '2.00');
    await Promise.all(['1.00', '2.00', '3.00'].map((value) => world.transfer(balance, to, value)));
    await world.post(to, balance, '1000.00');

    const { transfers } = service.get(ReadModels);
    const tables = ['transfers', 'party_transfers', 'history'];
    const content = () => service.get(ReadModels).read('transfers', () => contentOf(service, tables));
    const before = await content();
    await rebuildBeside(service, transfers);
    expect(await content()).toEqual(before);
    await service.stop();
  });
});
