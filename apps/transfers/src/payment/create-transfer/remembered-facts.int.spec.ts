import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

describe.each(['postgres', 'memory'] as const)('what a process remembers of the parties, streams: %s', (streams) => {
  let services: TestService[];
  let world: World;
  let elsewhere: World;
  let owner: PartyFact;
  let from: FundingSourceFact;
  let to: FundingSourceFact;
  beforeAll(async () => {
    const one = await startTestService(transfersService, { streams });
    const other = await startTestService(transfersService, { streams, beside: one });
    services = [other, one];
    world = new World(one);
    elsewhere = world.in(other);
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
  });
  beforeEach(async () => {
    owner = world.customer();
    from = await world.fundedBalance(owner, '100.00');
    to = world.source(world.customer(), 'balance');
    // Looked up by the first, and remembered since.
    for (let times = 0; times < 2; times += 1) expect((await send(from)).status).toBe(201);
  });

  const linkTo = ({ fundingSourceId }: FundingSourceFact) => ({ href: `/funding-sources/${fundingSourceId}` });
  const send = (source: FundingSourceFact, key = newId()): Promise<ServiceAnswer> =>
    world.call('POST', '/transfers', {
      body: { _links: { source: linkTo(source), destination: linkTo(to) }, amount: { value: '1.00', currency: 'USD' } },
      key,
    });
  /** Another process is told, as by the owner before it answers its own client. */
  const tellOfSource = (fact: FundingSourceFact) => {
    world.tellSource(fact);
    return elsewhere.call('PUT', `/internal/funding-sources/${fact.fundingSourceId}`, {
      body: fact,
      principal: servicePrincipal('funding-sources'),
    });
  };
  const tellOfParty = (fact: PartyFact) => {
    world.tellParty(fact);
    return elsewhere.call('PUT', `/internal/parties/${fact.partyId}`, {
      body: fact,
      principal: servicePrincipal('customers'),
    });
  };

  it('allows nothing once another process was told otherwise', async () => {
    await tellOfSource({ ...from, version: 2, removed: true });
    expect(faultsOf(await send(from))).toEqual(['Invalid /_links/source/href']);
    expect(await world.balanceOf(from)).toEqual(['98.00', '98.00']);
  });

  it('allows nothing once its owner is known to be suspended', async () => {
    await tellOfParty({ ...owner, version: 2, status: 'suspended' });
    expect((await send(from)).status).toBe(400);
    expect(await world.balanceOf(from)).toEqual(['98.00', '98.00']);
  });

  it('forbids nothing that is allowed by now, and leaves a refused key free', async () => {
    const key = newId();
    await tellOfSource({ ...from, version: 2, removed: true });
    expect((await send(from, key)).status).toBe(400);
    await tellOfSource({ ...from, version: 3 });
    expect((await send(from, key)).status).toBe(201);
    expect((await send(from, key)).isReplayed).toBe(true);
    expect(await world.balanceOf(from)).toEqual(['97.00', '97.00']);
  });

  it('takes down what was decided on it, and nothing that is committed with that', async () => {
    const other = await world.fundedBalance(world.customer(), '100.00');
    expect((await send(other)).status).toBe(201);
    await tellOfSource({ ...from, version: 2, removed: true });
    const keys = Array.from({ length: 20 }, () => newId());
    const sendAll = () => Promise.all(keys.map((key, nth) => send(nth % 2 === 0 ? from : other, key)));
    const expected = keys.map((_, nth) => (nth % 2 === 0 ? 400 : 201));
    expect((await sendAll()).map(({ status }) => status)).toEqual(expected);
    const again = await sendAll();
    expect(again.map(({ status }) => status)).toEqual(expected);
    expect(again.map(({ isReplayed = false }) => isReplayed)).toEqual(expected.map((status) => status === 201));
    expect([await world.balanceOf(from), await world.balanceOf(other)]).toEqual([
      ['98.00', '98.00'],
      ['89.00', '89.00'],
    ]);
  });
});
