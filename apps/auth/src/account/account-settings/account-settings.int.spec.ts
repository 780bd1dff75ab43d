import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultAccountSettings } from '@halyard/contracts/parties';
import { DomainError, newId } from '@halyard/core';
import { applicationPrincipal, factAnswer } from '@halyard/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { AuthApp, operationOf } from '../../../test/support/auth-app.js';

describe('settings of an account', () => {
  let auth: AuthApp;
  beforeAll(async () => {
    auth = await AuthApp.start();
  });
  afterAll(() => auth.close());

  const operator = () => operationOf(applicationPrincipal({ scopes: ['operator'] }));
  const open = async (): Promise<string> => {
    const application = { key: randomUUID(), secret: randomBytes(32).toString('base64url') };
    return (await auth.expect('created', 'POST', '/accounts', { name: 'Acme', application })).resource.id;
  };
  const path = (id: string): string => `/operations/accounts/${id}/settings`;
  const read = async (id: string) => (await auth.expect('resource', 'GET', path(id), undefined, operator())).attributes;
  const change = (id: string, body: object, operation = operator()) => auth.call('POST', path(id), body, operation);
  const usd = (value: string) => ({ value, currency: 'USD' });

  const defaults = {
    weeklyLimit: usd('5000.00'),
    transferLimit: usd('10000.00'),
    sameDayClearing: true,
    wires: true,
    requireSecondFactor: false,
  };

  it('are the defaults until something is set, and then that too', async () => {
    const id = await open();
    expect(await read(id)).toEqual(defaults);
    const { status, body } = await change(id, { weeklyLimit: usd('7.5'), wires: false });
    expect([status, body]).toMatchObject([200, { kind: 'account-settings', id, attributes: { wires: false } }]);
    await change(id, { transferLimit: usd('20000'), sameDayClearing: false, requireSecondFactor: true });
    const limits = { weeklyLimit: usd('7.50'), transferLimit: usd('20000.00') };
    const changed = { ...limits, sameDayClearing: false, wires: false, requireSecondFactor: true };
    expect(await read(id)).toEqual(changed);
  });

  it('are told to transfers before the operator is answered, and on the topic', async () => {
    const id = await open();
    auth.service.services.calls.length = 0;
    await change(id, { wires: false });
    const fact = {
      partyId: id,
      accountId: id,
      kind: 'account',
      type: 'account',
      status: 'verified',
      settings: { ...defaultAccountSettings, wires: false },
      version: 2,
    };
    expect(auth.service.services.calls).toMatchObject([
      { service: 'transfers', method: 'PUT', path: `/internal/parties/${id}`, body: fact },
    ]);
    const [, told] = await auth.recorded(id);
    expect(told).toEqual({
      key: id,
      sequence: 2,
      accountId: id,
      type: 'auth.account-settings-changed.v1',
      data: { accountId: id, fact },
    });
  });

  it('are told by the repeat where that failed, and changed once', async () => {
    const id = await open();
    const route = `PUT /internal/parties/${id}`;
    const operation = operator();
    auth.service.services.answer(route, new DomainError('ServiceUnavailable'));
    expect((await change(id, { wires: false }, operation)).status).toBe(503);
    auth.service.services.answer(route, factAnswer(null));
    expect((await change(id, { wires: false }, operation)).status).toBe(200);
    expect(await auth.recorded(id)).toHaveLength(2);
  });

  it.each([
    ['a limit of nothing', { weeklyLimit: usd('0') }, 'InvalidFormat /weeklyLimit/value'],
    ['a limit that is none', { transferLimit: 'much' }, 'InvalidFormat /transferLimit'],
    ['another currency', { transferLimit: { value: '1', currency: 'EUR' } }, 'Invalid /transferLimit/currency'],
    ['no yes or no', { sameDayClearing: 'maybe' }, 'InvalidFormat /sameDayClearing'],
    ['a number', { wires: 1 }, 'InvalidFormat /wires'],
    ['a misspelt setting', { sameday: true, wires: null }, 'Required '],
  ])('refuse %s', async (_, body, expected) => {
    const answer = await change(await open(), body);
    const faults = answer.body.type === 'error' ? answer.body.faults : [];
    expect([answer.status, faults?.map(({ code, path: at }) => `${code} ${at}`)]).toEqual([400, [expected]]);
  });

  it('are read in the account itself, as soon as an operator has changed them', async () => {
    const [id, other] = [await open(), await open()];
    const own = (of: string, accountId: string) =>
      auth.call('GET', `/accounts/${of}/settings`, undefined, operationOf(applicationPrincipal({ accountId })));
    const resource = { type: 'resource', kind: 'own-account-settings', id };
    const links = { account: { kind: 'account', id } };
    expect((await own(id, id)).body).toEqual({ ...resource, attributes: defaults, links });
    await change(id, { weeklyLimit: usd('7.50'), requireSecondFactor: true });
    const attributes = { ...defaults, weeklyLimit: usd('7.50'), requireSecondFactor: true };
    expect((await own(id, id)).body).toEqual({ ...resource, attributes, links });
    for (const foreign of [other, newId()]) expect((await own(foreign, id)).status).toBe(404);
  });

  it('are for operators, of accounts that there are', async () => {
    const id = await open();
    const tenant = operationOf(applicationPrincipal({ accountId: id, scopes: ['send', 'funding'] }));
    expect((await change(id, { wires: true }, tenant)).status).toBe(403);
    expect((await auth.call('GET', path(id), undefined, tenant)).status).toBe(403);
    expect((await change(newId(), { wires: true })).status).toBe(404);
    expect((await auth.call('GET', path(newId()), undefined, operator())).status).toBe(404);
  });
});
