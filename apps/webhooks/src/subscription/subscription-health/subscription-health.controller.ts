import { Controller, Param } from '@nestjs/common';
import { type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { Clock, DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { restartedOf, type Restart, restartsOf } from '../../recovery/restarts.rows.js';
import { subscriberOf } from '../subscription.answer.js';
import { Subscription } from '../subscription.entity.js';
import { readHealth } from './subscription-health.rows.js';

@Controller()
export class SubscriptionHealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NotFound */
  @Serves(webhookRoutes.getSubscriptionHealth)
  async get(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'subscription-health'>> {
    const { manager } = this.dataSource;
    const found = await manager.existsBy(Subscription, { id, ...subscriberOf(operation) });
    const health = found ? await readHealth(manager, id, this.clock.system()) : undefined;
    if (!health) throw new DomainError('NotFound');
    const restarts = await restartsOf(manager, 'deliveries', id);
    return {
      type: 'resource',
      kind: 'subscription-health',
      id,
      attributes: {
        sequence: newestSequence(Number(health.sequence), restarts),
        backlog: Number(health.backlog),
        oldestWaiting: health.oldestWaiting?.toISOString(),
        lastSuccess: health.lastSuccess?.toISOString(),
        lastFailure: health.lastFailure?.toISOString(),
        day: { attempts: Number(health.attempts), failed: Number(health.failed) },
        restarted: restartedOf(restarts),
      },
      links: { subscription: ref('webhook-subscription', id) },
    };
  }
}

/** The number of the newest delivery, which is the last one before a restore if there was none since. */
function newestSequence(counted: number, restarts: readonly Restart[]): number {
  const newest = restarts.at(-1);
  return newest && counted < newest.first ? newest.last : counted;
}
