import { z } from 'zod';
import { text } from '../field-contents.js';
import type { CloudEventOf, FactOf } from './cloud-event.js';
import { catalogue } from './cloud-event.js';

const side = z.object({
  ownerKind: z.enum(['account', 'customer']),
  ownerId: z.uuid(),
  fundingSourceId: z.uuid(),
});

/** One transfer, which is one leg of a payment. A bank leg concerns only its owner, a party leg both parties. */
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

/** A return, or a fee of what was received, took more than was available. */
const balance = side.pick({ ownerKind: true, ownerId: true, fundingSourceId: true });

/** Key: the transfer; for facts about a balance, the funding source. */
export const transfersEvents = catalogue('transfers.events.v1', {
  'transfers.transfer-created.v1': transfer,
  'transfers.transfer-completed.v1': transfer,
  'transfers.transfer-failed.v1': transfer,
  'transfers.transfer-cancelled.v1': transfer,
  /** The transfer that brought the money, which could not go on to its receiver's bank. */
  'transfers.bank-transfer-creation-failed.v1': transfer,
  'transfers.balance-went-negative.v1': balance,
});
export type TransfersFact = FactOf<typeof transfersEvents>;
export type TransfersEvent = CloudEventOf<typeof transfersEvents>;
