import { type AttributesOf, type LinksOf, ref, type ResourceAnswer, type ResourceRef } from '@halyard/contracts';
import type {} from '@halyard/contracts/accounts';
import type {} from '@halyard/contracts/customers';
import { formatAmount } from '@halyard/core';
import { individualAchIdOf } from './individual-ach-id.js';
import type { PaymentSide } from '../payment/payment.model.js';
import { isAllowed, type Now, waitsForBank } from './transfer-states.js';
import type { Transfer } from './transfer.entity.js';

/** The public resource (reference facts 7.3, 7.4). */
export function transferAnswer(
  transfer: Transfer,
  now: Now,
  currency: 'USD' | 'usd' = 'USD',
): ResourceAnswer<'transfer'> {
  const clearing = clearingOf(transfer, now);
  return {
    type: 'resource',
    kind: 'transfer',
    id: transfer.id,
    attributes: {
      id: transfer.id,
      status: statusOf(transfer),
      amount: { value: formatAmount(transfer.amountMinor), currency },
      created: transfer.created.toISOString(),
      clearing,
      individualAchId: transfer.started && clearing ? individualAchIdOf(transfer.id) : undefined,
      metadata: transfer.metadata ?? undefined,
      correlationId: transfer.correlationId ?? undefined,
    },
    links: linksOf(transfer, now),
  };
}

/** @throws Error if the transfer is no resource yet */
function statusOf({ status }: Transfer): AttributesOf<'transfer'>['status'] {
  if (status === 'initiated') throw new Error('a transfer that is no resource yet is not shown');
  return status;
}

/** A credit is judged when it starts. While it waits for another transfer, the slower clearing is shown. */
function clearingOf(transfer: Transfer, { hours }: Now): AttributesOf<'transfer'>['clearing'] {
  const { clearing, started } = transfer;
  if (!clearing || 'source' in clearing) return clearing ?? undefined;
  const isSameDay = started !== null && hours.routeOf(transfer, started) === 'same-day credit';
  return { destination: isSameDay ? 'same-day' : 'next-day' };
}

/** The bank that decides next: the transfer's own, or until it starts, that of the transfer that funds it. */
export function bankOf(transfer: Transfer): PaymentSide {
  const { clearing, kind, started } = transfer;
  const isCredit = kind === 'wire' || (clearing !== null && 'destination' in clearing);
  return isCredit && started
    ? {
        ownerKind: transfer.destinationOwnerKind,
        ownerId: transfer.destinationOwnerId,
        fundingSourceId: transfer.destinationFundingSourceId,
      }
    : {
        ownerKind: transfer.sourceOwnerKind,
        ownerId: transfer.sourceOwnerId,
        fundingSourceId: transfer.sourceFundingSourceId,
      };
}

function linksOf(transfer: Transfer, now: Now): LinksOf<'transfer'> {
  const { id, fundingId, fundedId } = transfer;
  return {
    ...endsOf(transfer),
    payment: ref('payment', transfer.paymentId),
    'funding-transfer': fundingId === null ? undefined : ref('transfer', fundingId),
    'funded-transfer': fundedId === null ? undefined : ref('transfer', fundedId),
    'created-from-transfer': transfer.kind === 'fee' ? ref('transfer', transfer.paymentId) : undefined,
    fees: transfer.fees === null ? undefined : ref('listTransferFees', id),
    cancel: isAllowed('cancel', transfer, now) ? ref('transfer', id) : undefined,
    simulate: now.hours.areOnRequest && waitsForBank(transfer) ? ref('simulateTransfer', id) : undefined,
    failure: transfer.failureCode === null ? undefined : ref('transfer-failure', id),
    corrections: transfer.corrections === null ? undefined : ref('listTransferCorrections', id),
    timeline: ref('transfer-timeline', id),
  };
}

type Ends = LinksOf<'transfer'> & { readonly source: ResourceRef; readonly destination: ResourceRef };

/** A bank leg names the bank on its own side and the owner on the other. A party leg names both parties. */
export function endsOf(transfer: Transfer): Ends {
  const sender = ref(transfer.sourceOwnerKind, transfer.sourceOwnerId);
  const receiver = ref(transfer.destinationOwnerKind, transfer.destinationOwnerId);
  const from = ref('funding-source', transfer.sourceFundingSourceId);
  const to = ref('funding-source', transfer.destinationFundingSourceId);
  if (transfer.leg === 'party') {
    return { source: sender, destination: receiver, 'source-funding-source': from, 'destination-funding-source': to };
  }
  return transfer.kind === 'bankDebit'
    ? { source: from, destination: receiver, 'source-funding-source': from }
    : { source: sender, destination: to, 'destination-funding-source': to };
}
