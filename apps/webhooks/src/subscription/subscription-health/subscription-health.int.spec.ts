import { describe, expect, it } from '@jest/globals';
import { DeliveryStage, settled } from '../../../test/support/delivery-stage.js';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { aTenant, customerCreated, type WebhooksApp } from '../../../test/support/webhooks-app.js';

const stage = new DeliveryStage();

describe('GET /webhook-subscriptions/{id}/health', () => {
  const healthOf = async (app: WebhooksApp, id: string, tenant: ApplicationPrincipal) =>
    (await app.expect('resource', 'GET', `/webhook-subscriptions/${id}/health`, tenant)).attributes;
  const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/);

  it('says that nothing has happened yet', async () => {
    const app = await stage.start({ worker: false });
    const tenant = aTenant();
    const id = await app.subscribe(tenant, 'http://127.0.0.1:1/');
    expect(await healthOf(app, id, tenant)).toEqual({ sequence: 0, backlog: 0, day: { attempts: 0, failed: 0 } });
  });

  it('counts what waits for its first success, and since when', async () => {
    const app = await stage.start({ worker: false });
    const tenant = aTenant();
    const id = await app.subscribe(tenant, 'http://127.0.0.1:1/');
    for (let n = 0; n < 3; n += 1) await app.hear(customerCreated(tenant.accountId));
    const before = await healthOf(app, id, tenant);
    expect(before).toMatchObject({ sequence: 3, backlog: 3, oldestWaiting: moment });
    const [oldest] = await app.dataSource.query<[{ at: Date }]>(
      'SELECT min(recorded_at) AS at FROM deliveries WHERE subscription_id = $1',
      [id],
    );
    expect(before['oldestWaiting']).toBe(oldest.at.toISOString());
    const states = ['held', 'waiting', 'delivered', 'failed'];
    const backlogs: unknown[] = [];
    for (const state of states) {
      await app.dataSource.query(
        `UPDATE deliveries SET retry_at = CASE WHEN $2 = 'waiting' THEN now() END, state = $2
         WHERE subscription_id = $1 AND sequence = 1`,
        [id, state],
      );
      backlogs.push((await healthOf(app, id, tenant))['backlog']);
    }
    expect(backlogs).toEqual([3, 3, 2, 2]);
  });

  it('tells successes from failures, of the last 24 hours', async () => {
    let status = 204;
    const receiver = await stage.listen((response) => response.writeHead(status).end());
    const app = await stage.start();
    const tenant = aTenant();
    const id = await app.subscribe(tenant, receiver.url);
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 1);
    status = 500;
    await app.hear(customerCreated(tenant.accountId));
    await settled(app, 2);
    const health = await healthOf(app, id, tenant);
    expect(health).toEqual({
      sequence: 2,
      backlog: 1,
      oldestWaiting: moment,
      lastSuccess: moment,
      lastFailure: moment,
      day: { attempts: 2, failed: 1 },
    });
    await app.dataSource.query("UPDATE attempts SET attempted_at = attempted_at - interval '25 hours'");
    expect(await healthOf(app, id, tenant)).toMatchObject({
      lastSuccess: moment,
      lastFailure: moment,
      day: { attempts: 0, failed: 0 },
    });
    const other = await app.subscribe(tenant, receiver.url);
    expect(await healthOf(app, other, tenant)).toEqual({ sequence: 0, backlog: 0, day: { attempts: 0, failed: 0 } });
  });

  it('is unknown to another application', async () => {
    const app = await stage.start({ worker: false });
    const id = await app.subscribe(aTenant(), 'http://127.0.0.1:1/');
    const { status } = await app.call('GET', `/webhook-subscriptions/${id}/health`, aTenant());
    expect(status).toBe(404);
  });
});
