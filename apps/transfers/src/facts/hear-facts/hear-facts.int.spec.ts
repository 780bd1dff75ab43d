import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CloudEvent, Topic } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { KnownFundingSources, KnownParties } from '@halyard/facts';
import { ParkedKeyList } from '@halyard/messaging';
import { applicationPrincipal, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

/** Where the facts were read. */
const seen: unknown = expect.any(Array);

describe('what owners tell', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
  });
  afterAll(() => service.stop());

  const tell = (path: string, body: unknown, principal = servicePrincipal('customers')) =>
    service.call('PUT', path, { body, principal });
  const tellParty = (party: PartyFact) => tell(`/internal/parties/${party.partyId}`, party);
  const tellSource = (source: FundingSourceFact) =>
    tell(`/internal/funding-sources/${source.fundingSourceId}`, source, servicePrincipal('funding-sources'));
  const parties = () => service.get(KnownParties);
  const sources = () => service.get(KnownFundingSources);

  it('stands once it is answered', async () => {
    const party = world.customer();
    const source = world.source(party, 'bank');
    expect(await tellParty(party)).toEqual({ status: 200, body: { type: 'fact', fact: party } });
    expect(await tellSource(source)).toEqual({ status: 200, body: { type: 'fact', fact: source } });
    expect(await sources().findOwned(source.fundingSourceId)).toEqual({ source, owner: party, seen });
    expect(await parties().find(party.partyId)).toEqual(party);
  });

  it('never gives way to an older version', async () => {
    const newer = world.customer({ version: 3, status: 'suspended' });
    const source = world.source(newer, 'bank', { version: 5, removed: true });
    await tellParty(newer);
    await tellSource(source);
    await tellParty({ ...newer, version: 2, status: 'verified' });
    await tellSource({ ...source, version: 4, removed: false });
    expect(await sources().findOwned(source.fundingSourceId)).toEqual({ source, owner: newer, seen });
  });

  it('is refused from clients, for another resource than the path names, and as nonsense', async () => {
    const party = world.customer();
    expect((await tell(`/internal/parties/${party.partyId}`, party, applicationPrincipal())).status).toBe(404);
    expect((await tell(`/internal/parties/${newId()}`, party)).status).toBe(400);
    expect((await tell(`/internal/parties/${party.partyId}`, { ...party, version: 'x' })).status).toBe(400);
    expect(await parties().find(party.partyId)).toBeUndefined();
  });

  describe('on the bus', () => {
    const tellAll = async (...events: CloudEvent[]) => {
      for (const one of events) service.bus.tell(one.source as Topic, one);
      await service.bus.settled();
    };
    const told = (fact: PartyFact) => ({ customerId: fact.partyId, fact });
    const event = (type: string, key: string, sequence: number, data: unknown): CloudEvent => ({
      specversion: '1.0',
      id: newId(),
      source: `${type.split('.')[0] ?? ''}.events.v1`,
      type,
      subject: key,
      time: new Date(0).toISOString(),
      datacontenttype: 'application/json',
      accountid: world.accountId,
      partitionkey: key,
      sequence,
      data,
    });

    it('is kept likewise, the newest of several', async () => {
      const party = world.customer();
      const verified = { ...party, version: 2, status: 'verified' } as const;
      const source = world.source(party, 'balance');
      await tellAll(
        event('auth.account-opened.v1', world.accountId, 1, { accountId: world.accountId, fact: world.account }),
        event('customers.customer-created.v1', party.partyId, 1, told(party)),
        event('customers.customer-verified.v1', party.partyId, 2, told(verified)),
        event('funding-sources.funding-source-added.v1', source.fundingSourceId, 1, { ...source, fact: source }),
      );
      const known = { source, owner: verified, account: world.account, seen };
      expect(await sources().findOwned(source.fundingSourceId)).toEqual(known);
      expect(await parties().find(world.accountId)).toEqual(world.account);
    });

    it('waits where a newer build tells what this one does not know: nothing is passed over', async () => {
      const party = world.customer();
      await tellAll(
        event('customers.customer-created.v1', party.partyId, 1, told(party)),
        event('customers.customer-danced.v1', party.partyId, 2, { steps: 3 }),
        event('customers.customer-suspended.v1', party.partyId, 3, {
          ...told({ ...party, version: 3, status: 'suspended' }),
          from: 'verified',
        }),
      );
      expect(await parties().find(party.partyId)).toEqual(party);
      const held = await service.get(ParkedKeyList).findKey({
        consumer: 'party-facts',
        topic: 'customers.events.v1',
        key: party.partyId,
      });
      expect(held).toMatchObject({ retryAt: undefined, waiting: 2 });
    });
  });
});
