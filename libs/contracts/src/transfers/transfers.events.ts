import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { catalogue, type CloudEventOf, type FactOf } from '../kernel/services/cloud-event.js';

const side = z.object({
  ownerKind: z.enum(['account', 'customer']),
  ownerId: z.uuid(),
  fundingSourceId: z.uuid(),
});

/**
 * One transfer, which is one leg of a payment. A bank leg concerns its owner alone, a party leg concerns both parties.
 */
const transfer = z.object({
  transferId: z.uuid(),
  paymentId: z.uuid(),
  leg: z.enum(['bank', 'party']),
  amountMinor: text('kept').regex(/^\d+$/).describe('Whole cents.'),
  source: side,
  destination: side,
  correlationId: text('kept')
    .optional()
    .describe('The id that the caller gave its payment; no personal data by its form.'),
});

/** A balance from which a return, or a fee on received money, took more than was available. */
const balance = side.pick({ ownerKind: true, ownerId: true, fundingSourceId: true });

/** The key is the transfer. For facts about a balance it is the funding source. */
export const transfersEvents = catalogue('transfers.events.v1', {
  'transfers.transfer-created.v1': transfer,
  'transfers.transfer-completed.v1': transfer,
  'transfers.transfer-failed.v1': transfer,
  'transfers.transfer-cancelled.v1': transfer,
  /** States the transfer that brought the money. The money could not go on to its receiver's bank. */
  'transfers.bank-transfer-creation-failed.v1': transfer,
  'transfers.balance-went-negative.v1': balance,
});
export type TransfersFact = FactOf<typeof transfersEvents>;
export type TransfersEvent = CloudEventOf<typeof transfersEvents>;
