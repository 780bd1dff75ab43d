import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import type { CreatedDocument, Operation } from '@halyard/contracts';
import { CurrentOperation } from '@halyard/http';
import { CreateSubscriptionDto } from './create-subscription.dto.js';
import { CreateSubscriptionHandler } from './create-subscription.handler.js';

@Controller('/webhook-subscriptions')
export class CreateSubscriptionController {
  constructor(private readonly handler: CreateSubscriptionHandler) {}

  @Post()
  @HttpCode(201)
  createSubscription(
    @Body() body: CreateSubscriptionDto,
    @CurrentOperation() operation: Operation,
  ): Promise<CreatedDocument> {
    return this.handler.create(body, operation);
  }
}
