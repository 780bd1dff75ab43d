import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ServiceRoute, serviceRoutes } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import type { ServiceCalls } from '@halyard/http';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { DataSource } from 'typeorm';
import {
  ClaimsAhead,
  claimsOnFacts,
  CreateFacts,
  KnownFundingSources,
  KnownParties,
  lockFact,
  party,
  toldFact,
} from './index.js';

const accountId = newId();
const aParty = (changes: Partial<PartyFact> = {}): PartyFact => ({
  partyId: newId(),
  accountId,
  kind: 'customer',
  type: 'personal',
  status: 'verified',
  version: 1,
  ...changes,
});
const sourceOf = ({ partyId }: PartyFact): FundingSourceFact => ({
  fundingSourceId: newId(),
  accountId,
  ownerKind: 'customer',
  ownerId: partyId,
  type: 'bank',
  status: 'verified',
  removed: false,
  channels: ['ach'],
  version: 1,
});

/** The versions that were read. */
const seen: unknown = expect.any(Array);

describe('what is known of others', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let known: KnownParties;
  let sources: KnownFundingSources;
  const asked: { readonly route: ServiceRoute; readonly id: string }[] = [];
  const answers = new Map<string, unknown>();

  beforeAll(async () => {
    database = await createTestDatabase();
    const migrations = [CreateFacts];
    dataSource = await new DataSource({ type: 'postgres', url: database.url, migrations }).initialize();
    await dataSource.runMigrations();
    const calls = {
      ask: (route: ServiceRoute, id: string) => {
        asked.push({ route, id });
        return Promise.resolve(answers.get(id));
      },
    } as unknown as ServiceCalls;
    known = new KnownParties(dataSource, calls);
    const claims = claimsOnFacts({ name: 'no_claims', parameterCount: 0, values: () => [] });
    sources = new KnownFundingSources(dataSource, calls, new ClaimsAhead(dataSource, claims));
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  const forget = () => dataSource.query(`UPDATE facts SET stale = true WHERE kind = 'party'`);

  it('is the newest of what was learnt, however it comes', async () => {
    const first = aParty();
    const [second, third] = [{ ...first, version: 2 }, aParty({ ...first, version: 3, status: 'suspended' })];
    await known.learn([second, third, first]);
    expect(await known.find(first.partyId)).toEqual(third);
    await known.learn([{ ...second, status: 'retry' }]);
    await known.learn([{ ...third, status: 'verified' }]);
    expect(await known.find(first.partyId)).toEqual(third);
  });

  it('is each kind by itself, and of many each its own', async () => {
    const owners = [aParty(), aParty(), aParty()];
    await known.learn(owners);
    expect(await Promise.all(owners.map(({ partyId }) => known.find(partyId)))).toEqual(owners);
    expect(await sources.find(owners[0]?.partyId ?? '')).toBeUndefined();
  });

  it('is nothing once it is stale, until it is heard again, and never what is older', async () => {
    const old = aParty();
    const current = { ...old, version: 2, status: 'deactivated' } as const;
    await known.learn([current]);
    await forget();
    expect(await known.find(old.partyId)).toBeUndefined();
    await known.learn([old]);
    expect(await known.find(old.partyId)).toBeUndefined();
    await known.learn([current]);
    expect(await known.find(old.partyId)).toEqual(current);
  });

  it('is shown without an owner whose fact is stale', async () => {
    const owner = aParty();
    const source = sourceOf(owner);
    await known.learn([owner]);
    await sources.learn([source]);
    expect(await sources.findOwned(source.fundingSourceId)).toEqual({ source, owner, seen });
    await forget();
    expect(await sources.findOwned(source.fundingSourceId)).toEqual({ source, owner: undefined, seen });
    expect(await sources.findOwned(newId())).toBeUndefined();
  });

  it('shows a source and its parties as they stand now, however often they were read before', async () => {
    const account = aParty({ partyId: newId(), kind: 'account' });
    const owner = aParty({ accountId: account.partyId });
    const [first, second] = [1, 2].map(() => ({ ...sourceOf(owner), accountId: account.partyId }));
    if (!first || !second) throw new Error('two sources were made');
    const shown = () => Promise.all([first, second].map(({ fundingSourceId: id }) => sources.findOwned(id)));
    await known.learn([account, owner]);
    await sources.learn([first, second]);
    expect(await shown()).toEqual([first, second].map((source) => ({ source, owner, account, seen })));
    const removed = { ...second, version: 2, removed: true };
    await sources.learn([removed]);
    expect(await shown()).toEqual([first, removed].map((source) => ({ source, owner, account, seen })));
    for (const change of [
      { ...owner, version: 2, status: 'suspended' } as const,
      { ...account, version: 2, status: 'deactivated' } as const,
    ]) {
      await shown();
      await known.learn([change]);
      const { owner: ownerNow, account: accountNow } = (await shown())[0] ?? {};
      expect(change.kind === 'customer' ? ownerNow : accountNow).toEqual(change);
    }
    await dataSource.query(`UPDATE facts SET stale = true WHERE kind = 'funding-source'`);
    expect(await shown()).toEqual([undefined, undefined]);
  });

  it('shows nothing from before it was stale, though it is told again under the same version', async () => {
    const account = aParty({ partyId: newId(), kind: 'account' });
    const owner = aParty({ accountId: account.partyId });
    const source = { ...sourceOf(owner), accountId: account.partyId };
    const shown = () => sources.findOwned(source.fundingSourceId);
    await known.learn([account, owner]);
    await sources.learn([source]);
    await shown();
    await dataSource.query('UPDATE facts SET stale = true');
    expect(await shown()).toBeUndefined();
    await known.learn([owner, account]);
    await sources.learn([source]);
    expect(await shown()).toEqual({ source, owner, account, seen });
    await dataSource.query('DELETE FROM facts WHERE id = $1', [owner.partyId]);
    expect(await shown()).toEqual({ source, owner: undefined, account, seen });
  });

  it('is asked from its owner, and not kept by that alone', async () => {
    const fact = aParty();
    answers.set(fact.partyId, fact);
    const { getCustomerFact: route } = serviceRoutes;
    const operation = undefined as never;
    expect(await known.ask(route, fact.partyId, operation)).toEqual(fact);
    expect(asked.at(-1)).toEqual({ route, id: fact.partyId });
    expect(await known.find(fact.partyId)).toBeUndefined();
    expect(await known.ask(route, newId(), operation)).toBeUndefined();
    answers.set(fact.partyId, { ...fact, status: 'unheard-of' });
    await expect(known.ask(route, fact.partyId, operation)).rejects.toThrow();
  });

  it('can be locked: what is told meanwhile waits for the commit', async () => {
    const fact = aParty();
    await known.learn([fact]);
    let telling: Promise<void> = Promise.resolve();
    await dataSource.transaction(async (tx) => {
      expect(await lockFact(tx, party, fact.partyId)).toEqual(fact);
      telling = known.learn([{ ...fact, version: 2, status: 'suspended' }]);
      const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await until('the teller waits', async () => (await dataSource.query<unknown[]>(sql)).length > 0);
      expect(await known.find(fact.partyId)).toEqual(fact);
    });
    await telling;
    expect(await known.find(fact.partyId)).toMatchObject({ version: 2 });
    await forget();
    expect(await dataSource.transaction((tx) => lockFact(tx, party, fact.partyId))).toBeUndefined();
  });
});

describe('a fact that is told', () => {
  it('is one of the resource that the path names', () => {
    const fact = aParty();
    expect(toldFact(party, fact.partyId, fact)).toEqual(fact);
    const refused: [string, unknown][] = [
      [newId(), fact],
      [fact.partyId, { ...fact, version: '1' }],
      [fact.partyId, undefined],
    ];
    const badRequest = expect.objectContaining({ code: 'BadRequest' }) as unknown as Error;
    for (const [id, body] of refused) expect(() => toldFact(party, id, body)).toThrow(badRequest);
  });
});
