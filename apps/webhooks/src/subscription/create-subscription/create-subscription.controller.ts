import { Body, Controller } from '@nestjs/common';
import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { webhookRoutes } from '@halyard/contracts/webhooks';
import { CurrentOperation, Serves } from '@halyard/http';
import { CreateSubscriptionDto } from './create-subscription.dto.js';
import { SubscriptionCreation } from './subscription-creation.js';

@Controller()
export class CreateSubscriptionController {
  constructor(private readonly handler: SubscriptionCreation) {}

  @Serves(webhookRoutes.createWebhookSubscription)
  createSubscription(
    @Body() body: CreateSubscriptionDto,
    @CurrentOperation() operation: Operation,
  ): Promise<CreatedAnswer> {
    return this.handler.create(body, operation);
  }
}
