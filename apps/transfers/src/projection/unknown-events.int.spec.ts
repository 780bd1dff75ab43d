import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { Metrics } from '@halyard/observability';
import { startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { World } from '../../test/world.js';
import { balanceStream } from '../balance/balance.model.js';
import { paymentStream } from '../payment/payment.model.js';
import { transfersService } from '../transfers.module.js';
import { ReadModels } from './read-models.js';

describe('a stored event that this build does not know', () => {
  let service: TestService;
  let world: World;
  beforeEach(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
  });
  afterEach(() => service.stop());

  const stopped = () =>
    service
      .get(ReadModels)
      .list()
      .filter(({ stopped: at }) => at);
  const append = async (stream: string, type: string, data: unknown): Promise<string> => {
    const id = newId();
    await service.get(EventStore).append({ stream, expected: 'no-stream', events: [{ id, type, data }] });
    return id;
  };
  const modelsOf = async () => {
    const { body } = await world.call('GET', '/operations/transfers/read-models');
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    return body.items.map((item) => 'attributes' in item && item.attributes);
  };

  it('stops the read models of payments, says where, and stops no transfer', async () => {
    const balance = await world.fundedBalance(world.account, '100.00');
    const bank = world.source(world.account, 'bank');
    const stream = paymentStream(newId());
    const id = await append(stream, 'LegTeleported', { legId: newId() });
    await until('all of them have stopped', () => stopped().length === 4);
    const cause = 'this build does not know the type of the event';
    const stoppedAt = { stream, revision: 0, id, type: 'LegTeleported', cause };
    for (const name of ['transfers', 'ledger', 'unfinished-payments', 'statistics']) {
      expect(await modelsOf()).toContainEqual(expect.objectContaining({ name, state: 'stopped', stoppedAt }));
    }
    const { status, body } = await world.call('GET', '/ledger/trial-balance');
    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: 'ServiceUnavailable',
      message: `The read model ledger stopped at event ${id} (LegTeleported), revision 0 of ${stream}.`,
    });
    const exposed = await service.get(Metrics).registry.metrics();
    for (const text of ['projection="ledger"', `stream="${stream}"`, `id="${id}"`, `cause="${cause}"`]) {
      expect(exposed).toMatch(new RegExp(`halyard_projection_events_behind\\{[^}]*${text}[^}]*\\} [1-9]`));
    }
    expect(await world.transfer(balance, bank, '10.00')).toBeDefined();
  });

  it.each([
    ['of a type that another stream has', 'LegSettled', { legId: 'x' }],
    ['of a type that every object has', 'constructor', { amount: { minor: '1', currency: 'USD' } }],
    ['whose data is no object', 'CreditPosted', 7],
    ['without data', 'CreditPosted', null],
    ['without an amount', 'DebitPosted', {}],
    ['whose amount is no number', 'CreditPosted', { amount: { minor: 'ten', currency: 'USD' } }],
  ])('of a balance, %s, is posted nowhere', async (_, type, data) => {
    const stream = balanceStream(newId());
    const id = await append(stream, type, data);
    await until('the ledger has stopped', () => stopped().some(({ name }) => name === 'ledger'));
    expect(await modelsOf()).toContainEqual(
      expect.objectContaining({
        name: 'ledger',
        stoppedAt: expect.objectContaining({ id, stream, revision: 0, type }),
      }),
    );
    expect(await service.dataSource.query('SELECT FROM ledger_balances')).toEqual([]);
  });
});
