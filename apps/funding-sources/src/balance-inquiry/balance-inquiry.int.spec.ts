import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { DueWork } from '@halyard/background';
import { servicePrincipal, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import {
  addBank,
  addCustomer,
  applyReturns,
  bank,
  FundingSources,
  openAccount,
  usd,
} from '../../test/funding-sources.js';
import { insertBegun } from './begun-inquiry.rows.js';

const MINUTE_MS = 60_000;
const PROCESSING = { status: 200, body: { type: 'fact', fact: { status: 'processing' } } };

describe('what a bank holds', () => {
  const sources = new FundingSources({ BALANCE_INQUIRY_MINUTES: '3' });
  const other = sources.beside();
  let principal: ApplicationPrincipal;
  let customer: PartyFact;
  beforeEach(() => {
    principal = openAccount(sources);
    customer = addCustomer(sources, principal);
  });

  const verify = async (id: string): Promise<void> => {
    const path = `/funding-sources/${id}/micro-deposits`;
    await sources.service.call('POST', path, { principal });
    const body = { amount1: usd('0.01'), amount2: usd('0.02') };
    expect(await sources.service.call('POST', path, { principal, body })).toMatchObject({ status: 200 });
  };
  const verified = async (name = 'My bank'): Promise<string> => {
    const id = await addBank(sources, principal, customer, bank({ name }));
    await verify(id);
    return id;
  };
  const ask = (id: string, of: TestService = sources.service) =>
    of.call('POST', `/internal/funding-sources/${id}/balance-inquiries`, { principal: servicePrincipal('transfers') });
  const simulate = (operationId = newId(), limit = 500) =>
    sources.service.call('POST', '/internal/balance-inquiries/completions', {
      principal: servicePrincipal('transfers'),
      body: { accountId: principal.accountId, limit },
      operationId,
    });
  const completions = async (id: string) =>
    (await sources.service.recorded(id)).filter(({ type }) => type.endsWith('balance-inquiry-completed.v1'));
  const codeOf = async (id: string) => {
    const { status, body } = await ask(id);
    return [status, body.type === 'error' ? body.code : undefined];
  };

  it('is being asked for until it is known', async () => {
    const id = await verified();
    expect(await ask(id)).toEqual(PROCESSING);
    expect(await ask(id)).toEqual(PROCESSING);
    const at = sources.service.clock.system().toISOString();
    expect(await simulate()).toMatchObject({ body: { fact: { total: 1 } } });
    const done = { status: 'done', availableMinor: '475000', currentMinor: '500000', at };
    expect(await ask(id)).toMatchObject({ status: 200, body: { fact: done } });
    expect(await completions(id)).toHaveLength(1);
  });

  it('is found out without a simulation, in its time', async () => {
    const id = await verified();
    await ask(id);
    sources.service.clock.advance(4_999);
    sources.service.get(DueWork).wake();
    expect(await ask(id)).toEqual(PROCESSING);
    sources.service.clock.advance(1);
    for (const { service } of [sources, other]) service.get(DueWork).wake();
    await until('it is known', async () => (await completions(id)).length === 1);
    expect(await ask(id)).toMatchObject({ body: { fact: { status: 'done' } } });
  });

  it('is found out once by a simulation and its time together, and by the same simulation again', async () => {
    const id = await verified();
    await ask(id);
    sources.service.clock.advance(5_000);
    const operationId = newId();
    for (const { service } of [sources, other]) service.get(DueWork).wake();
    await Promise.all([simulate(operationId), simulate(), simulate()]);
    await simulate(operationId);
    expect(await ask(id)).toMatchObject({ body: { fact: { status: 'done' } } });
    await until('its time has passed', async () => !(await sources.service.get(DueWork).has('balance-inquiry', id)));
    expect(await completions(id)).toHaveLength(1);
  });

  it.each(['My bank', 'UnsupportedBank'])('is asked for anew once %s has other numbers', async (name) => {
    const id = await verified(name);
    await ask(id);
    await simulate();
    expect(await ask(id)).not.toEqual(PROCESSING);
    await applyReturns(sources, [{ id, code: 'R22' }]);
    const body = { accountNumber: bank().accountNumber, name: 'Another account' };
    expect(await sources.service.call('POST', `/funding-sources/${id}`, { principal, body })).toMatchObject({
      status: 200,
    });
    await verify(id);
    expect(await ask(id)).toEqual(PROCESSING);
    await simulate();
    expect(await ask(id)).toMatchObject({ body: { fact: { status: 'done' } } });
  });

  it('is asked for once, however many want to know in two processes', async () => {
    const id = await verified();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(id, index % 2 ? sources.service : other.service)),
    );
    expect(answers).toEqual(answers.map(() => PROCESSING));
    expect(await simulate()).toMatchObject({ body: { fact: { total: 1 } } });
    expect(await completions(id)).toHaveLength(1);
  });

  it('is asked for by the first alone of those who found nothing', async () => {
    const id = await verified();
    const begun = sources.service.clock.system();
    const begin = (lives: Date) =>
      insertBegun(
        sources.service.dataSource.manager,
        { fundingSourceId: id, accountId: principal.accountId, begun },
        lives,
      );
    const before = new Date(begun.getTime() - 1);
    expect([await begin(begun), await begin(begun), await begin(before)]).toEqual([true, false, false]);
    await simulate();
    expect([await begin(before), await begin(begun), await begin(begun)]).toEqual([false, true, false]);
  });

  it('is asked for anew, and once, when it is as old as the setting says', async () => {
    const id = await verified();
    await ask(id);
    await simulate();
    sources.service.clock.advance(3 * MINUTE_MS - 1);
    expect(await ask(id)).toMatchObject({ body: { fact: { status: 'done' } } });
    sources.service.clock.advance(1);
    const answers = await Promise.all([ask(id), ask(id, other.service), ask(id), ask(id, other.service)]);
    expect(answers).toEqual(answers.map(() => PROCESSING));
    await simulate();
    expect(await completions(id)).toHaveLength(2);
  });

  it('is asked for anew while the item of the inquiry before is being handled', async () => {
    const id = await verified();
    await ask(id);
    await simulate();
    sources.service.clock.advance(3 * MINUTE_MS);
    const { dataSource } = sources.service;
    const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pg_blocking_pids(pid) <> '{}'`;
    const waiting = async () => (await dataSource.query<unknown[]>(sql)).length;
    const session = dataSource.createQueryRunner();
    await session.startTransaction();
    await session.query('SELECT FROM funding_sources WHERE id = $1 FOR UPDATE', [id]);
    for (const { service } of [sources, other]) service.get(DueWork).wake();
    await until('the item is being handled', async () => (await waiting()) === 1);
    const anew = ask(id);
    await until('who asks waits for its end', async () => (await waiting()) === 2);
    await session.commitTransaction();
    await session.release();
    expect(await anew).toEqual(PROCESSING);
    sources.service.clock.advance(5_000);
    for (const { service } of [sources, other]) service.get(DueWork).wake();
    await until('it is known', async () => (await completions(id)).length === 2);
    expect(await ask(id)).toMatchObject({ body: { fact: { status: 'done' } } });
  });

  it.each(['UnsupportedBank', 'UpdateCredentials'])('is refused with %s where the bank is named so', async (code) => {
    const id = await verified(code);
    expect(await ask(id)).toEqual(PROCESSING);
    await simulate();
    expect(await codeOf(id)).toEqual([400, code]);
    expect(await completions(id)).toHaveLength(1);
  });

  it('goes by the name as it is when the bank is asked', async () => {
    const id = await verified('UnsupportedBank');
    await ask(id);
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { name: 'Mine' } });
    await simulate();
    expect(await ask(id)).toMatchObject({ body: { fact: { status: 'done' } } });
  });

  it('is not to be had of a bank that is nobody’s yet, of a wire, of one that is removed, and of a balance', async () => {
    const id = await addBank(sources, principal, customer);
    expect(await codeOf(id)).toEqual([400, 'UnsupportedBank']);
    await verify(id);
    await ask(id);
    await sources.service.call('POST', `/funding-sources/${id}`, { principal, body: { removed: true } });
    expect(await simulate()).toMatchObject({ body: { fact: { total: 1 } } });
    expect(await codeOf(id)).toEqual([403, 'InvalidResourceState']);
    expect(await ask(id)).toMatchObject({ body: { message: 'The funding source was removed.' } });
    const holder = addCustomer(sources, principal, { type: 'personal', status: 'verified' });
    const wire = await addBank(sources, principal, holder, bank({ channels: ['wire'] }));
    expect(await codeOf(wire)).toEqual([400, 'UnsupportedBank']);
    expect(await codeOf(newId())).toEqual([404, 'NotFound']);
  });

  it('leaves banks of other accounts and what is above the limit to other simulations', async () => {
    const [first, second] = [await verified(), await verified()];
    await ask(first);
    sources.service.clock.advance(1);
    await ask(second);
    const mine = principal;
    principal = openAccount(sources);
    expect(await simulate()).toMatchObject({ body: { fact: { total: 0 } } });
    principal = mine;
    expect(await simulate(newId(), 1)).toMatchObject({ body: { fact: { total: 1 } } });
    expect(await ask(first)).toMatchObject({ body: { fact: { status: 'done' } } });
    expect(await ask(second)).toEqual(PROCESSING);
  });

  it('is kept sealed, and told to nobody', async () => {
    const id = await verified();
    await ask(id);
    await simulate();
    const rows = await sources.service.dataSource.query<unknown[]>(
      `SELECT row_to_json(inquiry)::text FROM balance_inquiries inquiry WHERE funding_source_id = $1`,
      [id],
    );
    expect(JSON.stringify([rows, await completions(id)])).not.toMatch(/475000|500000/);
  });

  it('can’t be asked for by anyone but transfers', async () => {
    const id = await verified();
    expect((await sources.service.call('POST', `/internal/funding-sources/${id}/balance-inquiries`)).status).toBe(404);
    expect((await sources.service.call('POST', '/internal/balance-inquiries/completions')).status).toBe(404);
  });
});
