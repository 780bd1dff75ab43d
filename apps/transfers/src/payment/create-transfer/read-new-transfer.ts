import { DomainError, parseAmount } from '@halyard/core';
import { linkedResource, readWithFaults } from '@halyard/input';
import type { RequestedFee, RequestedTransfer } from './create-transfer.command.js';
import { CreateTransferDto } from './create-transfer.dto.js';
import { faultsOfFeeSum } from './fee-faults.js';

/** @throws DomainError ValidationError with every fault */
export async function readNewTransfer(body: unknown): Promise<RequestedTransfer> {
  const read = await readWithFaults(body, CreateTransferDto, faultsOfFeeSum(body));
  return requestOf(read as CreateTransferDto);
}

/** Takes a body that has passed validation. */
function requestOf({ _links, amount: { value }, fees, ...body }: CreateTransferDto): RequestedTransfer {
  const sourceId = linkedResource(_links.source.href)?.id;
  const destination = linkedResource(_links.destination.href);
  const amount = parseAmount(value);
  if (sourceId === undefined || !destination || !amount) throw new DomainError('BadRequest');
  return {
    sourceId,
    destination,
    amount,
    // Null counts as absent.
    clearing: body.clearing?.destination ?? undefined,
    metadata: body.metadata ?? undefined,
    correlationId: body.correlationId ?? undefined,
    fees: fees?.map(feeOf),
  };
}

function feeOf({ _links, amount: { value } }: NonNullable<CreateTransferDto['fees']>[number]): RequestedFee {
  const payer = linkedResource(_links['charge-to'].href);
  const amount = parseAmount(value);
  if (!payer || !amount) throw new DomainError('BadRequest');
  return { payer, amount };
}
