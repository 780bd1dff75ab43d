import type { ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { formatAmount } from '@halyard/core';
import type { LegKind } from '../payment/payment.model.js';
import type { Transfer } from './transfer.entity.js';

/** How a leg clears that touches a bank (reference facts 7.3); a move between balances clears nowhere. */
const clearing: Readonly<Record<LegKind, { readonly source?: string; readonly destination?: string } | undefined>> = {
  bankDebit: { source: 'standard' },
  bankCredit: { destination: 'next-day' },
  balanceMove: undefined,
  fee: undefined,
  wire: undefined,
};

/** The public resource (reference facts 7.3, 7.4). */
export function transferDocument(transfer: Transfer): ResourceDocument {
  return {
    document: 'resource',
    kind: 'transfer',
    id: transfer.id,
    attributes: {
      id: transfer.id,
      status: transfer.status,
      amount: { value: formatAmount(transfer.amountMinor), currency: 'USD' },
      created: transfer.created.toISOString(),
      clearing: clearing[transfer.kind],
      metadata: transfer.metadata ?? undefined,
      correlationId: transfer.correlationId ?? undefined,
    },
    links: linksOf(transfer),
  };
}

/** A bank leg names the bank on its own side and the owner on the other; a party leg names both parties. */
function linksOf(transfer: Transfer): ResourceDocument['links'] {
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
