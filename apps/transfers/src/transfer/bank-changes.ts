import type { BankChanges } from '../cut-off/bank-entries.js';
import type { PaymentEvent } from '../payment/payment.model.js';
import type { Transfer } from './transfer.entity.js';

type ChangeLists = { readonly [Change in keyof BankChanges]: BankChanges[Change][number][] };

export const noChanges = (): ChangeLists => ({ started: [], submitted: [], returnsDue: [], ended: [], returned: [] });

/** Collects what an event changes between a payment's transfers and their banks. */
export function changesAtBanks(
  changes: ChangeLists,
  event: PaymentEvent,
  before: readonly Transfer[],
  after: readonly Transfer[],
): void {
  const earlier = new Map(before.map((transfer) => [transfer.id, transfer]));
  for (const transfer of after) {
    const was = earlier.get(transfer.id);
    if (transfer === was) continue;
    if (transfer.started && !was?.started) changes.started.push(transfer);
    if (was?.started && was.status === 'pending' && transfer.status !== 'pending') changes.ended.push(transfer);
    if (was?.returnDue && !transfer.returnDue) changes.returned.push(transfer);
  }
  if (event.type !== 'LegSubmitted' && event.type !== 'LegSettled') return;
  const { data } = event;
  const moved = after.find(({ id }) => id === data.legId);
  if (!moved) return;
  if (event.type === 'LegSubmitted') changes.submitted.push({ transfer: moved, submission: event.data });
  else if (moved.returnDue)
    changes.returnsDue.push({ transfer: moved, code: moved.returnDue, settledAt: new Date(data.bankDate ?? data.at) });
}
