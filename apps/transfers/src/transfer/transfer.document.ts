import type { ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { clearsSameDay, formatAmount } from '@halyard/core';
import { individualAchIdOf } from './individual-ach-id.js';
import type { Transfer } from './transfer.entity.js';

/** The public resource (reference facts 7.3, 7.4). */
export function transferDocument(transfer: Transfer): ResourceDocument {
  const clearing = clearingOf(transfer);
  return {
    document: 'resource',
    kind: 'transfer',
    id: transfer.id,
    attributes: {
      id: transfer.id,
      status: transfer.status,
      amount: { value: formatAmount(transfer.amountMinor), currency: 'USD' },
      created: transfer.created.toISOString(),
      clearing,
      individualAchId: transfer.started && clearing ? individualAchIdOf(transfer.id) : undefined,
      metadata: transfer.metadata ?? undefined,
      correlationId: transfer.correlationId ?? undefined,
    },
    links: linksOf(transfer),
  };
}

/** A credit is judged when it starts: one that waits for another transfer is shown as what it is at least. */
function clearingOf({ clearing, started, amountMinor }: Transfer): ResourceDocument['attributes'][string] {
  if (!clearing || 'source' in clearing) return clearing ?? undefined;
  const isSameDay =
    clearing.destination === 'next-available' && started !== null && clearsSameDay(started, amountMinor);
  return { destination: isSameDay ? 'same-day' : 'next-day' };
}

function linksOf(transfer: Transfer): ResourceDocument['links'] {
  const { fundingId, fundedId } = transfer;
  return {
    ...endsOf(transfer),
    payment: ref('payment', transfer.paymentId),
    'funding-transfer': fundingId === null ? undefined : ref('transfer', fundingId),
    'funded-transfer': fundedId === null ? undefined : ref('transfer', fundedId),
    'created-from-transfer': transfer.kind === 'fee' ? ref('transfer', transfer.paymentId) : undefined,
  };
}

/** A bank leg names the bank on its own side and the owner on the other; a party leg names both parties. */
function endsOf(transfer: Transfer): ResourceDocument['links'] {
  const sender = ref(transfer.sourceOwnerKind, transfer.sourceOwnerId);
  const receiver = ref(transfer.destinationOwnerKind, transfer.destinationOwnerId);
  if (transfer.kind === 'fee') return { source: sender, destination: receiver };
  const from = ref('funding-source', transfer.sourceFundingSourceId);
  const to = ref('funding-source', transfer.destinationFundingSourceId);
  if (transfer.leg === 'party') {
    return { source: sender, destination: receiver, 'source-funding-source': from, 'destination-funding-source': to };
  }
  return transfer.kind === 'bankDebit'
    ? { source: from, destination: receiver, 'source-funding-source': from }
    : { source: sender, destination: to, 'destination-funding-source': to };
}
