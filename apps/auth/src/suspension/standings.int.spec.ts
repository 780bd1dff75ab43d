import { randomUUID } from 'node:crypto';
import { newId } from '@halyard/core';
import { applicationPrincipal, servicePrincipal } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage } from '../../test/support/pages-stage.js';

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

const operator = applicationPrincipal();
const get = (path: string, query: Record<string, string> = {}, principal = operator) =>
  stage.auth.service.call('GET', path, { query, principal });

/** All pages, so many at a time. */
async function listed(path: string, limit: string) {
  const items = [];
  for (let anchor: string | undefined = ''; anchor !== undefined;) {
    const { body } = await get(path, { limit, anchor });
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    items.push(...body.items);
    anchor = body.keyset?.nextAnchor;
  }
  return items;
}

describe('operators see', () => {
  it('all accounts, the newest first, each as it is by itself', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      stage.auth.clock.advance(1);
      ids.unshift(await stage.auth.openAccount({ application: { key: randomUUID(), secret: 's'.repeat(32) } }));
    }
    const accounts = await listed('/operations/accounts', '2');
    expect(accounts.slice(0, 3).map(({ id }) => id)).toEqual(ids);
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(accounts.length);
    for (const account of accounts.slice(0, 3)) {
      expect((await get(`/operations/accounts/${account.id}`)).body).toEqual(account);
      expect(account).toMatchObject({
        kind: 'account-standing',
        attributes: { id: account.id, status: 'active', name: expect.any(String), created: expect.any(String) },
        links: { account: { id: account.id }, suspend: {} },
      });
    }
  });

  it('all people, the newest first, by name and address until they are erased', async () => {
    const first = await stage.newPerson();
    stage.auth.clock.advance(1);
    const second = await stage.newPerson();
    const people = await listed('/operations/people', '1');
    expect(people.slice(0, 2).map(({ id }) => id)).toEqual([second.personId, first.personId]);
    expect(people[1]?.attributes).toMatchObject({ email: first.email, status: 'active' });
    await stage.auth.dataSource.query(
      'UPDATE data_keys SET wrapped = NULL, master_id = NULL, destroyed_at = now() WHERE subject_id = $1',
      [first.personId],
    );
    await stage.auth.service.call('POST', `/operations/people/${second.personId}/suspensions`, {
      body: { reason: 'Case 17.' },
      principal: operator,
      key: randomUUID(),
    });
    const [suspended] = await listed('/operations/people', '200');
    expect(suspended).toMatchObject({
      attributes: { status: 'suspended', reason: 'Case 17.', email: second.email },
      links: { reinstate: { id: second.personId } },
    });
  });

  it('nothing of what is not there, and tenants nothing at all', async () => {
    expect((await get(`/operations/accounts/${newId()}`)).status).toBe(404);
    expect((await get(`/operations/people/${newId()}`)).status).toBe(404);
    const scopes = operator.scopes.filter((scope) => scope !== 'operator');
    for (const path of ['/operations/accounts', '/operations/people']) {
      expect((await get(path, {}, { ...operator, scopes })).body).toMatchObject({ code: 'InvalidScopes' });
    }
  });
});

it('funding-sources hears whether anybody may act for an account', async () => {
  const id = await stage.auth.openAccount({ application: { key: randomUUID(), secret: 's'.repeat(32) } });
  const standing = async (account = id) => {
    const principal = servicePrincipal('funding-sources');
    const { status, body } = await stage.auth.service.call('GET', `/internal/accounts/${account}/standing`, {
      principal,
    });
    return body.type === 'fact' ? body.fact : status;
  };
  const send = (path: string, body: object) =>
    stage.auth.service.call('POST', `/operations/accounts/${id}/${path}`, {
      body,
      principal: operator,
      key: randomUUID(),
    });
  expect(await standing()).toEqual({ isSuspended: false });
  await send('suspensions', { reason: 'Case 18.' });
  expect(await standing()).toEqual({ isSuspended: true });
  await send('reinstatements', {});
  expect(await standing()).toEqual({ isSuspended: false });
  expect(await standing(newId())).toBe(404);
});
