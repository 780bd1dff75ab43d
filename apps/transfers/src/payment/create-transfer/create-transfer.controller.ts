import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CreatedDocument, Operation } from '@halyard/contracts';
import { DomainError, parseAmount } from '@halyard/core';
import { accountOf, CurrentOperation, linkedResource } from '@halyard/http';
import { CreateTransfer, type RequestedFee } from './create-transfer.command.js';
import { CreateTransferDto } from './create-transfer.dto.js';

@Controller()
export class CreateTransferController {
  constructor(private readonly commands: CommandBus) {}

  @Post('/transfers')
  @HttpCode(201)
  create(@Body() body: CreateTransferDto, @CurrentOperation() operation: Operation): Promise<CreatedDocument> {
    const sourceId = linkedResource(body._links.source.href)?.id;
    const destination = linkedResource(body._links.destination.href);
    const amount = parseAmount(body.amount.value);
    if (sourceId === undefined || !destination || !amount) throw new DomainError('BadRequest');
    const { clearing, metadata, correlationId } = body;
    return this.commands.execute(
      new CreateTransfer(operation, accountOf(operation), {
        sourceId,
        destination,
        amount,
        // Null is as good as absent.
        clearing: clearing?.destination ?? undefined,
        metadata: metadata ?? undefined,
        correlationId: correlationId ?? undefined,
        fees: body.fees?.flatMap(feeOf),
      }),
    );
  }
}

const ZERO = /^0(?:\.0{1,2})?$/;

function feeOf({ _links, amount: { value } }: NonNullable<CreateTransferDto['fees']>[number]): RequestedFee[] {
  const payer = linkedResource(_links['charge-to'].href);
  const amount = parseAmount(value) ?? (ZERO.test(String(value).slice(0, 5)) ? 'zero' : 'malformed');
  return payer ? [{ payer, amount }] : [];
}
