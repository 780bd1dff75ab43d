import type { StoredEvent } from '@halyard/event-store';
import { type BalanceEvent, balanceEventOf, postedBy } from '../balance/balance.model.js';
import { type LimitEvent, limitEventOf } from '../limit/limit.model.js';
import { transitOf } from '../payment/chart-of-accounts.js';
import { evolve, initial } from '../payment/payment.fold.js';
import { legOf } from '../payment/payment.legs.js';
import {
  type Direction,
  type Payment,
  type PaymentEvent,
  paymentEventOf,
  type PaymentTerms,
  type StepOrigin,
} from '../payment/payment.model.js';
import { balanceFactOf, factOf } from '../transfer/transfer-facts.js';
import { foldTransfers } from '../transfer/transfer.fold.js';
import type { Transfer } from '../transfer/transfer.entity.js';
import type { StoryEvent } from './read-story.js';
import type { CausedFact, PaymentEntry, Story, TimelineEntry } from './timeline.entry.js';

const BANKS = 'banks';

type BankEntry = Extract<PaymentEntry, { kind: 'bank' }>;
type BankStep = StepOrigin & { readonly legId: string; readonly bankDate?: string };

interface Origin {
  readonly stored: StoredEvent;
  readonly at: string;
}

/** Folds a payment's events, in the global order, into timeline entries. Pure. */
export function foldStory(paymentId: string, events: readonly StoryEvent[]): Story {
  const teller = new Teller(paymentId);
  for (const { stored, legId } of events) teller.fold(stored, legId);
  return teller;
}

class Teller implements Story {
  readonly entries: TimelineEntry[] = [];
  readonly facts: CausedFact[] = [];
  private payment: Payment = initial();
  private transfers: readonly Transfer[] = [];
  /** By leg: index of the last entry that moved it. Entries that follow from it name it as their cause. */
  private readonly latest = new Map<string, number>();
  private recorded = new Date(0);
  private told = 0;

  constructor(private readonly paymentId: string) {}

  get terms(): PaymentTerms | undefined {
    return this.payment.terms;
  }

  fold(stored: StoredEvent, legId?: string): void {
    this.told = 0;
    // A clock may be set back, but that does not change the order of events.
    if (stored.recordedAt > this.recorded) this.recorded = stored.recordedAt;
    if (legId === undefined) this.addOwn(stored);
    else if (stored.stream.startsWith('balance-')) this.addPosting(stored, balanceEventOf(stored), legId);
    else this.addLimit(stored, limitEventOf(stored), legId);
  }

  private addOwn(stored: StoredEvent): void {
    const event = paymentEventOf(stored);
    const origin = { stored, at: event.data.at };
    const before = new Map(this.transfers.map((transfer) => [transfer.id, transfer]));
    this.payment = evolve(this.payment, event);
    this.transfers = foldTransfers(this.transfers, event, stored.position);
    if (event.type === 'PaymentInitiated') this.add(origin, { kind: 'request', request: event.data.request });
    this.addBankStep(origin, event);
    const changed = this.transfers.filter(
      ({ id, status }) => status !== 'initiated' && before.get(id)?.status !== status,
    );
    const causes = changed.map(({ id }) => this.causeOf(id));
    for (const [index, { id, status, failureCode }] of changed.entries()) {
      if (status === 'initiated') continue;
      const code = status === 'failed' ? (failureCode ?? undefined) : undefined;
      this.latest.set(id, this.add(origin, { kind: 'state', transferId: id, status, code }, causes[index]));
    }
    for (const transfer of this.transfers) {
      if (transfer.version === (before.get(transfer.id)?.version ?? 0)) continue;
      const fact = factOf(transfer, event, stored);
      if (fact) this.facts.push({ fact, cause: this.causeOf(transfer.id).id });
    }
  }

  /** A refund that follows from the payment alone is no step of a bank, so it adds no entry. */
  private addBankStep(origin: Origin, event: PaymentEvent): void {
    if (event.type === 'LegSubmitted' || event.type === 'LegSettled') {
      const did = event.type === 'LegSubmitted' ? 'submitted' : 'settled';
      const place = this.addBank(origin, event.data, { did });
      this.latest.set(event.data.legId, place);
      if (event.type === 'LegSettled') this.add(origin, this.clearing(event.data), this.entries[place]);
    } else if (event.type === 'LegCorrected') {
      this.addBank(origin, event.data, { did: 'corrected', code: event.data.code });
    } else if (event.type === 'LegsStopped') {
      const { legId, legs, code, back } = event.data;
      if (!legs.some((leg) => leg.legId === legId)) return;
      const place = this.addBank(origin, event.data, { did: 'returned', code });
      for (const leg of legs) this.latest.set(leg.legId, place);
      if (back) this.add(origin, this.clearing(back), this.entries[place]);
    }
  }

  /** @returns the index of the entry */
  private addBank(
    origin: Origin,
    { legId, bankDate, because = this.usualCause(legId), rule, file, line }: BankStep,
    what: Pick<BankEntry, 'did' | 'code'>,
  ): number {
    const happened: BankEntry = { kind: 'bank', ...what, bankDate, because, rule, file, line };
    return this.add(origin, happened, this.causeOf(legId));
  }

  /** The cause for events of earlier versions, which do not name it. */
  private usualCause(legId: string): 'partner' | 'simulation' {
    return legOf(this.payment, legId)?.submission ? 'partner' : 'simulation';
  }

  private addPosting(stored: StoredEvent, event: BalanceEvent, legId: string): void {
    const minor = postedBy(event);
    if (minor === undefined) return;
    const { posting, contra, at } = event.data;
    const balance = stored.stream.replace('-', ':');
    const [from, to] = minor < 0n ? [balance, contra] : [contra, balance];
    const balanceAfter = posting && BigInt(posting.total.minor);
    const happened: PaymentEntry = { kind: 'posting', from, to, minor: minor < 0n ? -minor : minor, balanceAfter };
    const place = this.add({ stored, at }, happened, this.causeOf(legId));
    const fact = balanceFactOf(event, stored);
    const cause = this.entries[place]?.id;
    if (fact && cause !== undefined) this.facts.push({ fact, cause });
  }

  private addLimit(stored: StoredEvent, { type, data }: LimitEvent, legId: string): void {
    if (type === 'LimitRefused') return;
    const { amount, week, at } = data;
    const direction = type === 'LimitReserved' ? 'taken' : 'given-back';
    const happened: PaymentEntry = { kind: 'limit', minor: BigInt(amount.minor), week, direction };
    this.add({ stored, at }, happened, this.causeOf(legId));
  }

  private clearing({ direction, amount }: { direction: Direction; amount: { minor: string } }): PaymentEntry {
    const transit = transitOf(this.paymentId);
    const [from, to] = direction === 'in' ? [BANKS, transit] : [transit, BANKS];
    return { kind: 'posting', from, to, minor: BigInt(amount.minor) };
  }

  /**
   * The cause of what happens to a leg: the last entry that moved the leg or a leg that it waits for; without any, the
   * request.
   */
  private causeOf(legId: string): TimelineEntry {
    const leg = legOf(this.payment, legId);
    const places = [legId, ...(leg?.terms.dependsOn ?? [])].map((id) => this.latest.get(id) ?? 0);
    const cause = this.entries[Math.max(...places)];
    if (!cause) throw new Error(`payment ${this.paymentId} does not begin with its request`);
    return cause;
  }

  /** @returns the index of the entry */
  private add({ stored, at }: Origin, happened: PaymentEntry, cause?: TimelineEntry): number {
    const { id, metadata } = stored;
    const { recorded } = this;
    const { traceparent } = metadata;
    const entry = { ...happened, id: `${id}.${this.told}`, cause: cause?.id, at, recorded, traceparent };
    const place = this.entries.push(entry) - 1;
    this.told += 1;
    return place;
  }
}
