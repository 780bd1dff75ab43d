import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { searchFound } from '@halyard/contracts/search';
import { newId } from '@halyard/core';
import { applicationPrincipal, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { ClockWorld } from '../../test/clock-world.js';
import { rebuildBeside } from '../../test/rebuild.js';
import { World } from '../../test/world.js';
import { ReadModels } from '../projection/read-models.js';
import { transfersService } from '../transfers.module.js';

describe('a search among payments', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  const found = async (text: string, { accountId } = world.principal, kinds = ['payment', 'transfer']) => {
    const asked = { accountId, applicationId: newId(), text, kinds };
    const call = { principal: servicePrincipal('gateway'), body: asked };
    const { body } = await service.call('POST', '/internal/searches', call);
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    const { hits, more } = searchFound.parse(body.fact);
    return { hits: hits.map(({ resource, matched }) => [resource.kind, resource.id, matched]), more };
  };
  const newTrace = (): string => newId().replaceAll('-', '');

  /** A payment of two transfers and a fee, asked for under a trace. */
  async function pay(trace: string, in_ = world): Promise<string> {
    const [sender, receiver] = [in_.customer(), in_.customer()];
    const body = {
      ...in_.bodyOf(in_.source(sender, 'bank'), in_.source(receiver, 'balance'), '5.00'),
      fees: [
        {
          _links: { 'charge-to': { href: `/customers/${receiver.partyId}` } },
          amount: { value: '1.00', currency: 'USD' },
        },
      ],
    };
    const traceparent = `00-${trace}-0af7651916cd43dd-01`;
    const answer = await in_.call('POST', '/transfers', { body, traceparent });
    if (answer.body.type !== 'created') throw new Error(JSON.stringify(answer.body));
    await service.get(ReadModels).read('transfers', () => Promise.resolve());
    return answer.body.resource.id;
  }

  it('finds the payment by the trace of its request, in its own account alone, and not its transfers', async () => {
    const trace = newTrace();
    const payment = await pay(trace);
    const stranger = new World(service, { ...applicationPrincipal(), applicationId: world.principal.applicationId });
    const theirs = await pay(trace, stranger);
    expect(await found(trace.toUpperCase())).toEqual({ hits: [['payment', payment, 'trace']], more: false });
    expect((await found(trace, stranger.principal)).hits).toEqual([['payment', theirs, 'trace']]);
    expect((await found(trace, world.principal, ['transfer'])).hits).toEqual([]);
    expect((await found(trace.slice(1))).hits).toEqual([]);
    await rebuildBeside(service, service.get(ReadModels).transfers);
    await service.get(ReadModels).read('transfers', () => Promise.resolve());
    expect((await found(trace)).hits).toEqual([['payment', payment, 'trace']]);
  });

  it('finds the newest of many under one trace, and says that there are more', async () => {
    const trace = newTrace();
    const payments: string[] = [];
    for (let n = 0; n < 21; n += 1) payments.push(await pay(trace));
    const { hits, more } = await found(trace);
    expect(more).toBe(true);
    expect(hits.map(([, id]) => id).sort()).toEqual(payments.slice(1).sort());
  });

  it('finds an advance of the account’s clock by its whole id', async () => {
    const clock = new ClockWorld(service, world.principal);
    await clock.change({ mode: 'frozen' });
    const { id } = await clock.advanced({ by: 'P1D' });
    const advance = String(id);
    const foundIn = async (text: string, of = world.principal) =>
      (await found(text, of, ['sandbox-clock-advance'])).hits;
    expect(await foundIn(advance.toUpperCase())).toEqual([['sandbox-clock-advance', advance, 'id']]);
    expect(await foundIn(advance, applicationPrincipal())).toEqual([]);
    expect(await foundIn(advance.slice(1))).toEqual([]);
  });
});
