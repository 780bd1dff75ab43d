import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { OwnSubscriptionGuard } from '../own-subscription.guard.js';
import { UpdateSubscriptionDto } from './update-subscription.dto.js';
import { SubscriptionUpdate } from './subscription-update.js';

@Controller()
export class UpdateSubscriptionController {
  constructor(private readonly handler: SubscriptionUpdate) {}

  @UseGuards(OwnSubscriptionGuard)
  @Serves(webhookRoutes.updateWebhookSubscription)
  updateSubscription(
    @Param('id', IdPipe) id: string,
    @Body() body: UpdateSubscriptionDto,
    @CurrentOperation() operation: Operation,
  ): Promise<ResourceAnswer<'webhook-subscription'>> {
    return this.handler.update(id, body, operation);
  }
}
