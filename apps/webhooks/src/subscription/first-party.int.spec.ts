import type { ApplicationPrincipal } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { factAnswer } from '@halyard/testing';
import { describe, expect, it } from '@jest/globals';
import { DeliveryStage } from '../../test/support/delivery-stage.js';
import { aTenant, customerCreated, type WebhooksApp } from '../../test/support/webhooks-app.js';

const stage = new DeliveryStage();
const URL = 'https://example.com/';

const aPerson = (accountId: string): ApplicationPrincipal => ({
  ...aTenant(),
  accountId,
  userId: newId(),
  isFirstParty: true,
});

/** What auth answers when it is asked for the applications of an account. */
function tell(app: WebhooksApp, ...applications: readonly { readonly id: string; readonly kind: string }[]): void {
  const named = applications.map((application) => ({ name: 'Shop', ...application }));
  app.services.answer('GET /internal/accounts/:id/applications', factAnswer({ applications: named }));
}

async function faultsOf(app: WebhooksApp, by: ApplicationPrincipal, body: object): Promise<unknown> {
  const answer = (await app.call('POST', '/webhook-subscriptions', by, { url: URL, secret: 's', ...body })).body;
  return answer.type === 'error' ? (answer.faults ?? answer.code) : answer.type;
}

describe('a person that uses an application of ours', () => {
  it('sees and changes what belongs to every application of its account, and nothing of another', async () => {
    const app = await stage.start({ worker: false });
    const one = aTenant();
    const other = { ...aTenant(), accountId: one.accountId };
    const [person, stranger] = [aPerson(one.accountId), aPerson(newId())];
    const ids = [await app.subscribe(one, URL), await app.subscribe(other, URL)];
    await app.hear(customerCreated(one.accountId));

    const all = await app.expect('collection', 'GET', '/webhook-subscriptions', person);
    expect(all.items.map(({ id, attributes }) => [id, attributes['application']]).sort()).toEqual(
      [
        [ids[0], one.applicationId],
        [ids[1], other.applicationId],
      ].sort(),
    );
    const own = await app.expect('collection', 'GET', '/webhook-subscriptions', one);
    expect(own.items.map(({ attributes }) => 'application' in attributes)).toEqual([false]);
    for (const id of ids) {
      const path = `/webhook-subscriptions/${id}`;
      const webhooks = await app.expect('collection', 'GET', `${path}/webhooks`, person);
      const [webhook] = webhooks.items;
      expect(await app.expect('resource', 'GET', `/webhooks/${webhook?.id}`, person)).toMatchObject({
        kind: 'webhook',
      });
      expect((await app.expect('created', 'POST', `/webhooks/${webhook?.id}/retries`, person)).type).toBe('created');
      const replay = await app.expect('created', 'POST', `${path}/replays`, person, {});
      expect(await app.expect('resource', 'GET', `/replays/${replay.resource.id}`, person)).toMatchObject({
        kind: 'replay',
      });
      const pulled = await app.pull(person, id, { query: { after: '0' } });
      expect(pulled.body).toMatchObject({ total: 1 });
      expect((await app.expect('resource', 'POST', path, person, { paused: true })).attributes['paused']).toBe(true);
      for (const [method, sub, body] of [
        ['GET', '', undefined],
        ['POST', '', { paused: false }],
        ['GET', '/webhooks', undefined],
        ['POST', '/replays', {}],
        ['DELETE', '', undefined],
      ] as const)
        expect((await app.call(method, `${path}${sub}`, stranger, body)).status).toBe(404);
      expect((await app.pull(stranger, id, { query: { after: '0' } })).status).toBe(404);
      await app.expect('resource', 'DELETE', path, person);
    }
    expect((await app.expect('collection', 'GET', '/webhook-subscriptions', one)).items).toEqual([]);
  });

  it('subscribes for an application of the account: the only server unless it names another', async () => {
    const app = await stage.start({ worker: false });
    const person = aPerson(newId());
    const [server, integration, console] = [newId(), newId(), newId()];
    tell(
      app,
      { id: console, kind: 'first-party' },
      { id: integration, kind: 'integration' },
      { id: server, kind: 'server' },
    );
    await app.subscribe(person, URL);
    const by = (application: string) => ({ ...aTenant(), accountId: person.accountId, applicationId: application });
    expect((await app.expect('collection', 'GET', '/webhook-subscriptions', by(server))).items).toHaveLength(1);
    expect(await faultsOf(app, person, { application: integration.toUpperCase() })).toBe('created');
    expect((await app.expect('collection', 'GET', '/webhook-subscriptions', by(integration))).items).toHaveLength(1);
    for (const application of [newId(), console])
      expect(await faultsOf(app, person, { application })).toMatchObject([{ code: 'Invalid', path: '/application' }]);
    expect(await faultsOf(app, person, { application: 'x' })).toMatchObject([{ path: '/application' }]);
    for (const servers of [[], [newId(), newId()]]) {
      tell(app, ...servers.map((id) => ({ id, kind: 'server' })));
      expect(await faultsOf(app, person, {})).toMatchObject([{ code: 'Required', path: '/application' }]);
    }
  });

  it('counts for limits by itself', async () => {
    const app = await stage.start({ worker: false, streams: { perApplication: 1 } });
    const one = aPerson(newId());
    const opened = await Promise.all(
      [one, { ...one, userId: newId() }, { ...one, accountId: newId() }].map((by) => app.stream(by)),
    );
    expect(opened.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await app.stream({ ...one, applicationId: newId() })).status).toBe(429);
    for (const answer of opened) if ('body' in answer && 'destroy' in answer.body) answer.body.destroy();
  });
});

it('an application names itself alone', async () => {
  const app = await stage.start({ worker: false });
  const tenant = aTenant();
  expect(await faultsOf(app, tenant, { application: tenant.applicationId })).toBe('created');
  expect(await faultsOf(app, tenant, { application: newId() })).toMatchObject([
    { code: 'NotAllowed', path: '/application' },
  ]);
});
