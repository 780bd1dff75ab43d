import { clearsSameDay, expectedSettlement, type ExpectedSettlement, type Route } from '@halyard/core';
import type { Transfer } from '../transfer.entity.js';

/**
 * When the money of a transfer is expected where it goes, once it starts at the given moment. What moves between balances
 * moves at once.
 */
function expectedFrom(at: Date, transfer: Transfer): ExpectedSettlement {
  return expectedSettlement(routeOf(transfer, at), at);
}

function routeOf({ kind, clearing, amountMinor }: Transfer, at: Date): Route {
  if (kind === 'wire') return 'wire';
  if (!clearing) return 'instant';
  if ('source' in clearing) return 'debit';
  return clearing.destination === 'next-available' && clearsSameDay(at, amountMinor) ? 'same-day credit' : 'credit';
}

/** A transfer that waits for another is expected after it: from its earliest moment to its latest. */
export function expectedDates(transfer: Transfer, all: readonly Transfer[]): ExpectedSettlement {
  const before = all.find(({ id }) => id === (transfer.kind === 'fee' ? transfer.paymentId : transfer.fundingId));
  if (transfer.started || !before) return expectedFrom(transfer.started ?? transfer.created, transfer);
  const { earliest, latest } = expectedDates(before, all);
  return { earliest: expectedFrom(earliest, transfer).earliest, latest: expectedFrom(latest, transfer).latest };
}
