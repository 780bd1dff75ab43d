import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApplicationPrincipal } from '@halyard/contracts';
import type { RecordedRequest } from '@halyard/contracts/requests';
import { searchFound } from '@halyard/contracts/search';
import { newId } from '@halyard/core';
import { createTestDatabase, servicePrincipal, type TestDatabase } from '@halyard/testing';
import { aTenant, WebhooksApp } from '../../test/support/webhooks-app.js';

let database: TestDatabase;
let webhooks: WebhooksApp;

beforeAll(async () => {
  database = await createTestDatabase();
  webhooks = await WebhooksApp.on(database, { worker: false });
});
afterAll(async () => {
  await webhooks.close();
  await database.drop();
});

async function recorded({ accountId, applicationId }: ApplicationPrincipal, trace: string): Promise<RecordedRequest> {
  const request = {
    id: newId(),
    accountId,
    method: 'POST',
    route: '/transfers',
    status: 201,
    applicationId,
    trace,
    summary: '{}',
    content: '{}',
  };
  const body = { at: webhooks.clock.system().toISOString(), requests: [request] };
  expect((await webhooks.call('POST', '/internal/requests', servicePrincipal('gateway'), body)).status).toBe(200);
  return request;
}

/** @param searcher its application is absent for a person that uses an application of ours */
async function found(
  { accountId, applicationId }: Pick<ApplicationPrincipal, 'accountId'> & Partial<ApplicationPrincipal>,
  text: string,
  kinds = ['request'],
) {
  const asked = { accountId, ...(applicationId !== undefined && { applicationId }), text, kinds };
  const { body } = await webhooks.call('POST', '/internal/searches', servicePrincipal('gateway'), asked);
  if (body.type !== 'fact') throw new Error(JSON.stringify(body));
  return searchFound.parse(body.fact).hits.map(({ resource, text: line, matched }) => [resource.id, line, matched]);
}

describe('a search in the log of requests', () => {
  it('finds by id and by the whole trace, in its own account alone, where the token may read requests', async () => {
    const tenant = aTenant();
    // The same integration acts for both accounts.
    const stranger = { ...aTenant(), applicationId: tenant.applicationId };
    const trace = newId().replaceAll('-', '');
    const older = await recorded(tenant, trace);
    const newer = await recorded(tenant, trace);
    await recorded(stranger, trace);
    const line = 'POST /transfers, 201';

    expect(await found(tenant, trace.toUpperCase())).toEqual([
      [newer.id, line, 'trace'],
      [older.id, line, 'trace'],
    ]);
    expect(await found(tenant, older.id)).toEqual([[older.id, line, 'id']]);
    expect(await found(tenant, trace.slice(0, 31))).toEqual([]);
    expect(await found(stranger, older.id)).toEqual([]);
    expect([await found(tenant, trace, ['event']), await found(tenant, older.id, ['event'])]).toEqual([[], []]);
  });
});

it('a search finds subscriptions of its own application, or for people those of all applications of the account', async () => {
  const tenant = aTenant();
  const { accountId } = tenant;
  const id = await webhooks.subscribe(tenant, 'https://example.com/hooks');
  const kinds = ['webhook-subscription'];
  const hit = [id, 'Webhook subscription', 'id'];
  expect(await found(tenant, id, kinds)).toEqual([hit]);
  expect(await found({ accountId }, id, kinds)).toEqual([hit]);
  expect(await found({ ...aTenant(), accountId }, id, kinds)).toEqual([]);
  expect(await found({ accountId: aTenant().accountId }, id, kinds)).toEqual([]);
});
