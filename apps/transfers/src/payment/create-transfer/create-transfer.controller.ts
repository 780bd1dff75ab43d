import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CreatedDocument, Operation } from '@halyard/contracts';
import { DomainError, parseAmount } from '@halyard/core';
import { accountOf, CurrentOperation } from '@halyard/http';
import { CreateTransfer } from './create-transfer.command.js';
import { CreateTransferDto, fundingSourceIdOf } from './create-transfer.dto.js';

@Controller()
export class CreateTransferController {
  constructor(private readonly commands: CommandBus) {}

  @Post('/transfers')
  @HttpCode(201)
  create(@Body() body: CreateTransferDto, @CurrentOperation() operation: Operation): Promise<CreatedDocument> {
    const sourceId = fundingSourceIdOf(body._links.source.href);
    const destinationId = fundingSourceIdOf(body._links.destination.href);
    const amount = parseAmount(body.amount.value);
    if (sourceId === undefined || destinationId === undefined || !amount) throw new DomainError('BadRequest');
    const { metadata, correlationId } = body;
    return this.commands.execute(
      new CreateTransfer(operation, accountOf(operation), {
        sourceId,
        destinationId,
        amount,
        // Null is as good as absent.
        metadata: metadata ?? undefined,
        correlationId: correlationId ?? undefined,
      }),
    );
  }
}
