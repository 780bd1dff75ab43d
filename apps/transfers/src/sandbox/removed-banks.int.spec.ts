import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { balanceIdOf, type FundingSourceFact } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { empty } from '../../test/rebuild.js';
import { World } from '../../test/world.js';
import { ReadModels } from '../projection/read-models.js';
import { BankFacts } from '../rail/bank-facts.rows.js';
import { Transfer } from '../transfer/transfer.entity.js';
import { transfersService } from '../transfers.module.js';

/** Pending debits of a removed bank go on; what was to be paid to it stays where it came from (reference facts 6.6). */
describe('what is pending when a bank is removed', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  const remove = (bank: FundingSourceFact) =>
    service.call('PUT', `/internal/funding-sources/${bank.fundingSourceId}`, {
      principal: servicePrincipal('funding-sources'),
      body: { ...bank, removed: true, version: bank.version + 1 },
    });
  const statusOf = async (id: string): Promise<unknown> => {
    const { body } = await world.call('GET', `/transfers/${id}`);
    return body.type === 'resource' && body.attributes['status'];
  };

  it('a debit goes on', async () => {
    const [bank, balance] = [world.source(world.account, 'bank'), world.source(world.account, 'balance')];
    const id = await world.transfer(bank, balance, '5.00');
    await remove(bank);
    await world.simulate();
    expect([await statusOf(id), await world.balanceOf(balance)]).toEqual(['processed', ['5.00', '5.00']]);
  });

  it('a withdrawal is cancelled, and stays in the balance', async () => {
    const balance = await world.fundedBalance(world.account, '50.00');
    const bank = world.source(world.account, 'bank');
    const id = await world.transfer(balance, bank, '20.00');
    await remove(bank);
    expect(await world.simulate()).toBe(1);
    expect([await statusOf(id), await world.balanceOf(balance)]).toEqual(['cancelled', ['50.00', '50.00']]);
    expect(await world.simulate()).toBe(0);
  });

  it('a credit to one without a balance is cancelled, and goes back to the sender', async () => {
    const balance = await world.fundedBalance(world.account, '50.00');
    const plain = world.customer({ type: 'unverified', status: 'unverified' });
    const bank = world.source(plain, 'bank');
    const id = await world.transfer(balance, bank, '20.00');
    await remove(bank);
    await world.simulate();
    expect([await statusOf(id), await world.balanceOf(balance)]).toEqual(['cancelled', ['50.00', '50.00']]);
  });

  it('a holder keeps in its balance what was to go on to its bank', async () => {
    const balance = await world.fundedBalance(world.account, '50.00');
    const holder = world.customer();
    const bank = world.source(holder, 'bank');
    const held = world.source(holder, 'balance', { fundingSourceId: balanceIdOf(holder.partyId) });
    const id = await world.transfer(balance, bank, '20.00');
    await remove(bank);
    await world.simulate();
    expect([await statusOf(id), await world.balanceOf(held)]).toEqual(['processed', ['20.00', '20.00']]);
  });

  it('is seen also while the list of transfers is built again', async () => {
    const [bank, onward] = [world.source(world.customer(), 'bank'), world.source(world.customer(), 'bank')];
    const id = await world.transfer(bank, onward, '5.00');
    await remove(onward);
    const models = service.get(ReadModels);
    const funding = await models.read('transfers', () =>
      service.dataSource.manager.findOneByOrFail(Transfer, { fundedId: id }),
    );
    await models.follower.stop();
    await empty(service, models.transfers);
    const at = service.clock.system().toISOString();
    const operation = { id: newId(), requestId: newId(), principal: world.principal, at };
    const seen = service.get(BankFacts).of([funding], operation);
    models.follower.start();
    expect(await seen).toMatchObject([{ endsHere: true }]);
  });
});
