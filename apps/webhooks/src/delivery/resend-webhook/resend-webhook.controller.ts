import { Controller, Param } from '@nestjs/common';
import {
  type CollectionAnswer,
  type CreatedAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { Clock, DomainError, newId } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { holdAlone } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { announceDeliveries } from '../../event/delivery-notices.rows.js';
import { subscriberOf } from '../../subscription/subscription.answer.js';
import { findWebhook } from '../get-webhooks/webhooks.query.js';
import { addResend, RESENDS_MAX, resendsOf, resendDocument, resendRef } from './resends.rows.js';

/**
 * Sends a webhook again, at once, even if its subscription is paused. A resend does not count towards a pause. If it
 * fails, the webhook's own retries stay as they are; if it succeeds, the webhook needs no more retries.
 */
@Controller()
export class ResendWebhookController {
  constructor(
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly dataSource: DataSource,
  ) {}

  /** @throws DomainError NotFound, MaxNumberOfResources */
  @Serves(webhookRoutes.retryWebhook)
  resendWebhook(@Param('id', IdPipe) id: string, @CurrentOperation() operation: Operation): Promise<CreatedAnswer> {
    return this.changes.run(operation, async ({ tx }) => {
      await this.mustBeThere(tx, id, operation);
      await holdAlone(tx, `resends of ${id}`);
      if ((await resendsOf(tx, id)).length >= RESENDS_MAX) throw new DomainError('MaxNumberOfResources');
      const resendId = newId();
      await addResend(tx, id, resendId, this.clock.system());
      await announceDeliveries(tx);
      return { type: 'created', resource: resendRef(id, resendId) };
    });
  }

  /** @throws DomainError NotFound */
  @Serves(webhookRoutes.listWebhookRetries)
  async listResends(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionAnswer> {
    await this.mustBeThere(this.dataSource.manager, id, operation);
    const items = (await resendsOf(this.dataSource.manager, id)).map((row) => resendDocument(id, row));
    return {
      type: 'collection',
      self: ref('listWebhookRetries', id),
      of: 'webhook-retry',
      items,
      total: items.length,
    };
  }

  /** @throws DomainError NotFound */
  @Serves(webhookRoutes.getWebhookRetry)
  async getResend(
    @Param('id', IdPipe) id: string,
    @Param('retryId', IdPipe) retryId: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'webhook-retry'>> {
    await this.mustBeThere(this.dataSource.manager, id, operation);
    const row = (await resendsOf(this.dataSource.manager, id)).find(({ id: resendId }) => resendId === retryId);
    if (!row) throw new DomainError('NotFound');
    return resendDocument(id, row);
  }

  private async mustBeThere(db: EntityManager, id: string, operation: Operation): Promise<void> {
    if (!(await findWebhook(db, subscriberOf(operation), id))) throw new DomainError('NotFound');
  }
}
