import { expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { createLogger } from '@halyard/observability';
import { openDatabase } from '@halyard/persistence';
import { createTestDatabase } from '@halyard/testing';
import { webhooksService } from '../webhooks.module.js';
import { DeliveriesInOrder1795264200000 } from './deliveries-in-order.migration.js';

it('gives deliveries that wait their resource and place, and those of the former release a place of their own', async () => {
  const database = await createTestDatabase();
  const open = (migrations: typeof webhooksService.migrations) =>
    openDatabase({
      service: 'webhooks',
      url: database.url,
      entities: webhooksService.entities,
      migrations,
      poolSize: 1,
      logger: createLogger({ service: 'webhooks', level: 'silent' }),
    });
  const [eventId, resourceId] = [newId(), newId()];
  const insertDelivery =
    'INSERT INTO deliveries (subscription_id, event_id, recorded_at, due_at) VALUES ($1, $2, $3, $3)';
  const delivery = [newId(), eventId, new Date()];

  const former = await open(webhooksService.migrations.filter((one) => one !== DeliveriesInOrder1795264200000));
  await former.query(
    `INSERT INTO public_events (id, recorded_at, account_id, topic, resource_kind, resource_id, created_at)
     VALUES ($1, $2, $3, 'customer_created', 'customer', $4, $2)`,
    [eventId, delivery[2], newId(), resourceId],
  );
  await former.query(insertDelivery, delivery);
  await former.destroy();

  const present = await open(webhooksService.migrations);
  await present.query(insertDelivery, delivery);
  const places = await present.query<{ resource_id: string; event_position: string }[]>(
    'SELECT resource_id, event_position FROM deliveries ORDER BY event_position',
  );
  expect(places).toEqual([
    { resource_id: expect.not.stringMatching(resourceId), event_position: '0' },
    { resource_id: resourceId, event_position: '1' },
  ]);
  await present.destroy();
  await database.drop();
});
