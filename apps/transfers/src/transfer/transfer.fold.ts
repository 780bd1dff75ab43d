import type { Leg, LegsStoppedData, PaymentEvent, PaymentTerms } from '../payment/payment.model.js';
import { isMicroDeposit } from '../payment/micro-deposit-legs.js';
import { failsPayment, paymentStatusOf } from './payment-status.js';
import type { Transfer } from './transfer.entity.js';

/**
 * Folds a payment's event into the transfers that clients see of its legs. Pure; a transfer that does not change stays
 * the same object.
 *
 * @param transfers the payment's transfers so far, in the order of its legs
 * @param position the event's position in the global order
 * @param trace trace of the request that asked for the payment, with the event that begins it
 * @returns the transfers after the event; none if the payment was refused
 */
export function foldTransfers(
  transfers: readonly Transfer[],
  event: PaymentEvent,
  position: bigint,
  trace: string | null = null,
): readonly Transfer[] {
  return withPaymentStatus(foldLegs(transfers, event, position, trace), transfers, event);
}

function foldLegs(
  transfers: readonly Transfer[],
  { type, data }: PaymentEvent,
  position: bigint,
  trace: string | null,
): readonly Transfer[] {
  switch (type) {
    case 'PaymentInitiated':
      return transfersOf(data, trace);
    case 'PaymentAccepted':
      return transfers.map((transfer) => {
        if (isLater(transfer, transfers)) return transfer;
        const isFirst = transfer.fundingId === null && transfer.kind !== 'fee';
        return created(transfer, position, isFirst ? startOf(transfer, data.at) : null);
      });
    case 'LegCreated':
      return transfers.map((transfer) => {
        if (transfer.id === data.legId) {
          const started = startOf(transfer, data.at);
          return { ...created(transfer, position, started), created: new Date(data.at), submittedAt: null };
        }
        const isBefore = transfers.some(({ id, fundingId }) => id === data.legId && fundingId === transfer.id);
        return isBefore ? { ...transfer, fundedId: data.legId } : transfer;
      });
    case 'LegProcessed':
      return transfers.map((transfer) => {
        if (transfer.id === data.legId) return told({ ...transfer, status: 'processed' });
        const follows = waitsFor(transfer, data.legId) || isFeeOf(transfer, data.legId);
        return follows && transfer.status === 'pending'
          ? { ...transfer, started: startOf(transfer, data.at), submittedAt: null }
          : transfer;
      });
    case 'LegSubmitted':
      return transfers.map((transfer) =>
        transfer.id === data.legId || waitsFor(transfer, data.legId)
          ? { ...transfer, submittedAt: new Date(data.bankDate ?? data.at) }
          : transfer,
      );
    case 'LegSettled':
      return only(transfers, data.legId, (transfer) => ({ ...transfer, returnDue: data.lateReturn ?? null }));
    case 'LegsStopped':
      return returned(transfers, data);
    case 'LegCorrected': {
      const { code, corrected, applied, at: received } = data;
      return only(transfers, data.legId, (transfer) => ({
        ...transfer,
        corrections: [...(transfer.corrections ?? []), { code, corrected, applied, received }],
      }));
    }
    case 'LegFailed':
      // If a fee had failed before and its bank returns it as well, it still has failed only once.
      return only(transfers, data.legId, (transfer) =>
        transfer.status === 'failed' ? transfer : told({ ...transfer, status: 'failed', failureCode: data.code }),
      );
    case 'LegCancelled':
      return only(transfers, data.legId, (transfer) => told({ ...transfer, status: 'cancelled' }));
    case 'LegRefused': {
      const refused = transfers.find(({ id }) => id === data.legId);
      const left = transfers.filter((transfer) => transfer !== refused);
      // The failed creation is reported with the transfer before it.
      return data.reason === 'Unfunded' ? left : only(left, refused?.fundingId, told);
    }
    case 'PaymentRefused':
      return [];
  }
}

/** The main transfer of a payment has the status of the payment. */
function withPaymentStatus(
  transfers: readonly Transfer[],
  before: readonly Transfer[],
  event: PaymentEvent,
): readonly Transfer[] {
  const shown = transfers.filter(({ status }) => status !== 'initiated');
  const main = shown.find(({ id, paymentId }) => id === paymentId);
  if (!main || isMicroDeposit(main)) return transfers;
  const status = paymentStatusOf(shown, main.paymentStatus === 'failed' || failsPayment(event, before));
  return status === main.paymentStatus
    ? transfers
    : only(transfers, main.id, (transfer) => ({ ...transfer, paymentStatus: status }));
}

const only = (
  transfers: readonly Transfer[],
  id: string | null | undefined,
  change: (transfer: Transfer) => Transfer,
): readonly Transfer[] => transfers.map((transfer) => (transfer.id === id ? change(transfer) : transfer));

const told = (transfer: Transfer): Transfer => ({ ...transfer, version: transfer.version + 1 });

const created = (transfer: Transfer, position: bigint, started: Date | null): Transfer =>
  told({ ...transfer, status: 'pending', position, started });

/** Whether the transfer is a later one: it exists only once the transfer before it names it. */
const isLater = ({ id, fundingId }: Transfer, transfers: readonly Transfer[]): boolean =>
  fundingId !== null && transfers.some((before) => before.id === fundingId && before.fundedId !== id);

const waitsFor = ({ fundingId, started }: Transfer, legId: string): boolean => fundingId === legId && started === null;

const isFeeOf = ({ kind, paymentId }: Transfer, legId: string): boolean => kind === 'fee' && paymentId === legId;

/** The time since which the bank has the leg. */
const startOf = ({ clearing, kind }: Transfer, at: string): Date | null =>
  clearing !== null || kind === 'wire' ? new Date(at) : null;

/**
 * Clears the return that was due: the leg's bank will not return it again. A fee that falls with the leg may still be
 * returned by the fee's own bank.
 */
function returned(transfers: readonly Transfer[], { legId }: LegsStoppedData): readonly Transfer[] {
  return transfers.map((transfer) =>
    transfer.id === legId && transfer.returnDue !== null ? { ...transfer, returnDue: null } : transfer,
  );
}

function transfersOf(
  { paymentId, accountId, legs, correlationId, at }: PaymentTerms,
  trace: string | null,
): Transfer[] {
  const fees = legs.filter(({ kind }) => kind === 'fee').length;
  return legs.map((leg, place) => {
    const { id, kind, amount, source, destination, clearing } = leg;
    const isMain = id === paymentId;
    return {
      id,
      place,
      paymentId,
      accountId,
      kind,
      leg: legAs(leg),
      position: null,
      status: 'initiated',
      amountMinor: BigInt(amount.minor),
      sourceOwnerKind: source.ownerKind,
      sourceOwnerId: source.ownerId,
      sourceFundingSourceId: source.fundingSourceId,
      destinationOwnerKind: destination.ownerKind,
      destinationOwnerId: destination.ownerId,
      destinationFundingSourceId: destination.fundingSourceId,
      correlationId: (isMain && correlationId) || null,
      trace: isMain ? trace : null,
      metadata: null,
      created: new Date(at),
      accountNumber: null,
      paymentNumber: null,
      paymentStatus: null,
      sourceNumber: null,
      destinationNumber: null,
      started: null,
      submittedAt: null,
      corrections: null,
      clearing: clearing ?? null,
      fundingId: (kind !== 'fee' && leg.dependsOn[0]) || null,
      fundedId: fundedBy(leg, legs),
      fees: isMain && fees > 0 ? fees : null,
      returnDue: null,
      failureCode: null,
      version: 0,
    };
  });
}

/** A leg between a party's bank and its own balance concerns that party alone. */
const legAs = ({ kind, source, destination }: Leg): Transfer['leg'] =>
  kind !== 'fee' && source.ownerId === destination.ownerId ? 'bank' : 'party';

/** The transfer that a leg funds. Later legs are left out until they are created. */
const fundedBy = ({ id }: Leg, legs: readonly Leg[]): string | null =>
  legs.find(({ kind, taken, dependsOn }) => kind !== 'fee' && taken !== 'onceFunded' && dependsOn.includes(id))?.id ??
  null;
