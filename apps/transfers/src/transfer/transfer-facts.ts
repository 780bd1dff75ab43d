import type { TransfersFact } from '@halyard/contracts/transfers';
import { siblingId } from '@halyard/core';
import type { StoredEvent } from '@halyard/event-store';
import type { DerivedEntry } from '@halyard/changes';
import type { BalanceEvent } from '../balance/balance.model.js';
import { isMicroDeposit } from '../payment/micro-deposit-legs.js';
import type { PaymentEvent } from '../payment/payment.model.js';
import type { Transfer } from './transfer.entity.js';

/** Facts leave this service only as these versioned events. */
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
 * The fact that an event publishes. A transfer's version is the number of its facts.
 *
 * @param transfer the transfer after the event
 * @returns undefined if the event is not published
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

/** A balance publishes a fact each time that it goes below zero; its version counts these times. */
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

/** A number beyond all purposes for which ids derive from the entry's id. */
const BELOW_ZERO = 1 << 20;

/** The digits of an id that the version replaces. The ids of a payment's legs differ in later digits, too. */
const COUNTED = { from: 24, to: 28 } as const;

/** Deriving a fact again gives the same id, and no other fact has it. */
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
