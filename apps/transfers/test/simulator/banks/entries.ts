import type { EntryDirection, EntryRoute } from '@halyard/contracts/bank-behavior';
import type { StoredEvent } from '@halyard/event-store';
import { TransfersConfig } from '../../../src/config.js';
import { BankHours } from '../../../src/cut-off/bank-hours.js';
import {
  type Leg,
  type LegCorrectedData,
  type LegsStoppedData,
  type LegSubmittedData,
  paymentEventOf,
  paymentOfStream,
  type PaymentEvent,
  type PaymentSide,
  type PaymentTerms,
} from '../../../src/payment/payment.model.js';
import type { Transfer } from '../../../src/transfer/transfer.entity.js';
import { transferOf } from '../database.js';
import type { BankProgram } from './bank-program.js';

type SettledData = Extract<PaymentEvent, { readonly type: 'LegSettled' }>['data'];

interface At {
  /** Of the event in the log. */
  readonly position: bigint;
}

/** A leg at a bank, and what its events say of it. */
export interface KnownEntry {
  readonly legId: string;
  readonly transfer: Transfer;
  readonly acceptedAt: bigint;
  readonly place: number;
  readonly correlationId: string | undefined;
  readonly numberAtBanks: number;
  readonly direction: EntryDirection;
  readonly route: EntryRoute;
  readonly minor: bigint;
  readonly owner: PaymentSide['ownerKind'];
  readonly bankId: string;
  readonly routingNumber: string | undefined;
  readonly isNamed: boolean;
  readonly submissions: (LegSubmittedData & At)[];
  readonly settlements: (SettledData & At)[];
  readonly stops: (LegsStoppedData & At)[];
  readonly corrections: (LegCorrectedData & At)[];
  readonly isTakenWithOthers: { isSo: boolean };
}

export const hours = new BankHours(Object.assign(new TransfersConfig(), { environment: 'sandbox' }));

const isAtBank = ({ from, to }: Leg): boolean => from === 'bank-clearing' || to === 'bank-clearing';

/** All legs at banks, read from the stored events. */
export function entriesOf(program: BankProgram, events: readonly StoredEvent[]): ReadonlyMap<string, KnownEntry> {
  const terms = new Map<string, PaymentTerms>();
  const entries = new Map<string, KnownEntry>();
  for (const stored of events) {
    if (!stored.stream.startsWith('payment-')) continue;
    const { type, data } = paymentEventOf(stored);
    const { position } = stored;
    const paymentId = paymentOfStream(stored.stream);
    if (type === 'PaymentInitiated') terms.set(paymentId, data);
    if (type === 'PaymentAccepted') {
      for (const entry of legsAtBanks(program, terms.get(paymentId), position)) entries.set(entry.legId, entry);
    }
    if (type === 'LegSubmitted') entries.get(data.legId)?.submissions.push({ ...data, position });
    if (type === 'LegSettled') entries.get(data.legId)?.settlements.push({ ...data, position });
    if (type === 'LegCorrected') entries.get(data.legId)?.corrections.push({ ...data, position });
    if (type !== 'LegsStopped') continue;
    entries.get(data.legId)?.stops.push({ ...data, position });
    for (const { legId } of data.legs) {
      const other = legId === data.legId ? undefined : entries.get(legId);
      if (other) other.isTakenWithOthers.isSo = true;
    }
  }
  return entries;
}

function legsAtBanks(program: BankProgram, terms: PaymentTerms | undefined, acceptedAt: bigint): KnownEntry[] {
  const legs = (terms?.legs ?? []).flatMap((leg, place) => (isAtBank(leg) ? [{ leg, place }] : []));
  return legs.flatMap(({ leg, place }, index): KnownEntry[] => {
    const row = program.tables.row('transfers', leg.id);
    if (!row) return [];
    const transfer = transferOf(row);
    const isDebit = leg.from === 'bank-clearing';
    const bank = isDebit ? leg.source : leg.destination;
    const known = program.owner.find(bank.fundingSourceId);
    const isSameDay = transfer.started && hours.routeOf(transfer, transfer.started) === 'same-day credit';
    return [
      {
        ...{ legId: leg.id, transfer, acceptedAt, place, correlationId: terms?.correlationId },
        ...{ numberAtBanks: index + 1, direction: isDebit ? 'debit' : 'credit' },
        route: leg.kind === 'wire' ? 'wire' : isSameDay ? 'same-day' : 'ach',
        ...{ minor: BigInt(leg.amount.minor), owner: bank.ownerKind, bankId: bank.fundingSourceId },
        ...{ routingNumber: known?.routingNumber, isNamed: known?.fact.returns !== undefined },
        ...{ submissions: [], settlements: [], stops: [], corrections: [], isTakenWithOthers: { isSo: false } },
      },
    ];
  });
}
