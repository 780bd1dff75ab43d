import type { ExpectedSettlement } from '@halyard/core';
import type { BankHours } from '../../cut-off/bank-hours.js';
import type { Transfer } from '../transfer.entity.js';

/** If a transfer waits for another, it is expected after that one: from its earliest moment to its latest. */
export function expectedDates(transfer: Transfer, all: readonly Transfer[], hours: BankHours): ExpectedSettlement {
  const { started, submittedAt } = transfer;
  if (started && submittedAt) return hours.expectedAfter(transfer, started, submittedAt);
  const before = all.find(({ id }) => id === (transfer.kind === 'fee' ? transfer.paymentId : transfer.fundingId));
  if (started || !before) return hours.expected(transfer, started ?? transfer.created);
  const { earliest, latest } = expectedDates(before, all, hours);
  return { earliest: hours.expected(transfer, earliest).earliest, latest: hours.expected(transfer, latest).latest };
}
