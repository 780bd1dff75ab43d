import type { TransfersFact } from '@halyard/contracts';
import { siblingId } from '@halyard/core';
import type { StoredEvent } from '@halyard/event-store';
import type { DerivedEntry } from '@halyard/changes';
import type { BalanceEvent } from '../balance/balance.model.js';
import { isMicroDeposit } from '../payment/micro-deposits.js';
import type { PaymentEvent } from '../payment/payment.model.js';
import type { Transfer } from './transfer.entity.js';

/**
 * Maps events of a payment to the facts that other services get. Facts leave this service only as these versioned
 * events.
 */
const told: Readonly<Partial<Record<PaymentEvent['type'], TransferFactType>>> = {
  PaymentAccepted: 'transfers.transfer-created.v1',
  LegCreated: 'transfers.transfer-created.v1',
  LegProcessed: 'transfers.transfer-completed.v1',
  LegFailed: 'transfers.transfer-failed.v1',
  LegCancelled: 'transfers.transfer-cancelled.v1',
  LegRefused: 'transfers.bank-transfer-creation-failed.v1',
};

type TransferFactType = Exclude<TransfersFact['type'], 'transfers.balance-went-negative.v1'>;

/**
 * The fact of an event. A transfer's version is the number of its facts.
 *
 * @param transfer as it is after the event
 * @returns undefined for events that are not published
 */
export function factOf(
  transfer: Transfer,
  event: PaymentEvent,
  stored: Pick<StoredEvent, 'metadata'>,
): DerivedEntry | undefined {
  const type = isMicroDeposit(transfer) ? undefined : told[event.type];
  if (type === undefined) return undefined;
  const fact: TransfersFact = { type, data: dataOf(transfer) };
  return {
    id: factIdOf(transfer),
    key: transfer.id,
    sequence: transfer.version,
    accountId: transfer.accountId,
    ...fact,
    at: new Date(event.data.at),
    traceparent: stored.metadata.traceparent,
  };
}

/** A balance has a fact when it goes below zero; its version counts those. */
export function balanceFactOf({ type, data }: BalanceEvent, stored: StoredEvent): DerivedEntry | undefined {
  if (type !== 'DebitPosted' || !data.belowZero) return undefined;
  const { accountId, ownerKind, ownerId, times } = data.belowZero;
  const fundingSourceId = stored.stream.slice('balance-'.length);
  const fact: TransfersFact = {
    type: 'transfers.balance-went-negative.v1',
    data: { fundingSourceId, ownerKind, ownerId },
  };
  return {
    id: siblingId(data.entryId, BELOW_ZERO),
    key: fundingSourceId,
    sequence: times,
    accountId,
    ...fact,
    at: new Date(data.at),
    traceparent: stored.metadata.traceparent,
  };
}

/** After the purposes of the entry's own id. */
const BELOW_ZERO = 1 << 20;

/** The purposes for facts of an id; legs of one payment differ after it. */
const COUNTED = { from: 24, to: 28 } as const;

/** The same whenever the fact is derived, and different from any other fact's. */
export function factIdOf({ id, version }: Pick<Transfer, 'id' | 'version'>): string {
  const counted = Number.parseInt(id.slice(COUNTED.from, COUNTED.to), 16) ^ version;
  return `${id.slice(0, COUNTED.from)}${counted.toString(16).padStart(4, '0')}${id.slice(COUNTED.to)}`;
}

const dataOf = (transfer: Transfer): Extract<TransfersFact, { type: TransferFactType }>['data'] => ({
  transferId: transfer.id,
  paymentId: transfer.paymentId,
  leg: transfer.leg,
  amountMinor: transfer.amountMinor.toString(),
  source: {
    ownerKind: transfer.sourceOwnerKind,
    ownerId: transfer.sourceOwnerId,
    fundingSourceId: transfer.sourceFundingSourceId,
  },
  destination: {
    ownerKind: transfer.destinationOwnerKind,
    ownerId: transfer.destinationOwnerId,
    fundingSourceId: transfer.destinationFundingSourceId,
  },
  ...(transfer.correlationId !== null && { correlationId: transfer.correlationId }),
});
