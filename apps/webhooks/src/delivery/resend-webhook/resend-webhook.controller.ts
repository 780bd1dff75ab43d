import { Controller, Param } from '@nestjs/common';
import type { CollectionDocument, CreatedDocument, Operation, ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { Clock, DomainError, newId } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { holdAlone } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { announceDeliveries } from '../../event/delivery-notices.rows.js';
import { subscriberOf } from '../../subscription/subscription.document.js';
import { findWebhook } from '../get-webhooks/webhooks.query.js';
import { addRetry, RETRIES_MAX, retriesOf, retryDocument, retryRef } from './retries.rows.js';

/**
 * Sends a webhook once more, at once, also while its subscription is paused. A manual retry counts towards no pause
 * and, if it fails, changes nothing about the scheduled retries; once it succeeds the webhook needs none.
 */
@Controller()
export class RetryWebhookController {
  constructor(
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
  ) {}

  /** @throws DomainError NotFound, MaxNumberOfResources */
  @Serves('retryWebhook')
  retryWebhook(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<CreatedDocument> {
    return this.changes.run(operation, async ({ tx }) => {
      await this.mustBeThere(tx, id, operation);
      await holdAlone(tx, `retries of ${id}`);
      if ((await retriesOf(tx, id)).length >= RETRIES_MAX) throw new DomainError('MaxNumberOfResources');
      const retryId = newId();
      await addRetry(tx, id, retryId, this.clock.system());
      await announceDeliveries(tx);
      return { document: 'created', resource: retryRef(id, retryId) };
    });
  }

  /** @throws DomainError NotFound */
  @Serves('listWebhookRetries')
  async listWebhookRetries(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionDocument> {
    await this.mustBeThere(this.dataSource.manager, id, operation);
    const items = (await retriesOf(this.dataSource.manager, id)).map((row) => retryDocument(id, row));
    return {
      document: 'collection',
      self: ref('webhook-retries', id),
      of: 'webhook-retry',
      items,
      total: items.length,
    };
  }

  /** @throws DomainError NotFound */
  @Serves('getWebhookRetry')
  async getWebhookRetry(
    @Param('id', IdPipe) id: string,
    @Param('retryId', IdPipe) retryId: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceDocument> {
    await this.mustBeThere(this.dataSource.manager, id, operation);
    const row = (await retriesOf(this.dataSource.manager, id)).find((retry) => retry.id === retryId);
    if (!row) throw new DomainError('NotFound');
    return retryDocument(id, row);
  }

  private async mustBeThere(db: EntityManager, id: string, operation: Operation): Promise<void> {
    if (!(await findWebhook(db, subscriberOf(operation), id))) throw new DomainError('NotFound');
  }
}
