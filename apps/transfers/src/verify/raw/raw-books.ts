import type { StoredEvent } from '@halyard/event-store';

interface Data {
  readonly amount?: { readonly minor: string };
  readonly back?: RawMovement;
  readonly direction?: RawMovement['direction'];
  readonly contra?: string;
  readonly covered?: true;
  readonly week?: string;
  readonly paymentId?: string;
  readonly legId?: string;
  readonly weeklyLimit?: object;
  readonly legs?: readonly { readonly id: string; readonly amount: { readonly minor: string } }[];
}

interface RawMovement {
  readonly amount?: { readonly minor: string };
  readonly direction?: 'in' | 'out';
}

/** Sums by name; a sum of zero is dropped. */
export class Sums extends Map<string, bigint> {
  of(name: string): bigint {
    return this.get(name) ?? 0n;
  }

  add(name: string, minor: bigint): void {
    const sum = this.of(name) + minor;
    if (sum === 0n) this.delete(name);
    else this.set(name, sum);
  }
}

/** All names under which an event may change a sum. */
export function namesOf({ stream, data }: StoredEvent): string[] {
  const { contra = '', paymentId = '', week = '' } = data as Data;
  const of = stream.slice(stream.indexOf('-') + 1);
  return [of, contra.slice('transit:'.length), paymentId, `${of} ${week}`];
}

const minorOf = ({ amount }: RawMovement): bigint => BigInt(amount?.minor ?? 0);

/** How each balance event changes the posted and the held amount, as signs. */
const entries: Readonly<Record<string, readonly [posted: bigint, held: bigint]>> = {
  HoldPlaced: [0n, 1n],
  HoldReleased: [0n, -1n],
  HoldPosted: [-1n, -1n],
  CreditPosted: [1n, 0n],
  DebitPosted: [-1n, 0n],
};

const reserved: Readonly<Record<string, bigint>> = { LimitReserved: 1n, LimitGivenBack: -1n };

/**
 * Plain sums over stored events, in cents. They use no model, fold or decider, so that they reveal faults in those. To
 * go on from earlier events it needs only the sums that `namesOf` names.
 */
export class RawBooks {
  /** By funding source. */
  readonly posted = new Sums();
  readonly held = new Sums();
  /** By payment: the money that was taken for it and has not arrived. */
  readonly transit = new Sums();
  /** By `<customer> <week>`: reserved minus given back. */
  readonly used = new Sums();
  /** By payment: its reservation minus the amount that it may reserve. */
  readonly overReserved = new Sums();
  /** By payment under way with a weekly limit: the amount that it may reserve. */
  readonly limited = new Sums();
  /** Money from banks minus money to banks. */
  cameIn = 0n;
  /** The first event that is not allowed. */
  fault: { readonly stream: string; readonly revision: number; readonly what: string } | undefined;

  add(event: StoredEvent): void {
    const { stream, type } = event;
    const data = event.data as Data;
    const separator = stream.indexOf('-');
    const of = stream.slice(separator + 1);
    if (stream.startsWith('balance-')) this.addEntry(event, of, data);
    else if (stream.startsWith('limit-')) this.addReservation(of, type, data);
    else this.addToPayment(of, type, data);
  }

  private addEntry({ stream, revision, type }: StoredEvent, fundingSourceId: string, data: Data): void {
    const [posted, held] = entries[type] ?? [0n, 0n];
    const minor = minorOf(data);
    this.posted.add(fundingSourceId, posted * minor);
    this.held.add(fundingSourceId, held * minor);
    this.transit.add((data.contra ?? '').slice('transit:'.length), -posted * minor);
    const left = this.held.of(fundingSourceId);
    const isOver = (type === 'HoldPlaced' || data.covered === true) && this.posted.of(fundingSourceId) < left;
    const over = isOver ? 'it holds or debits more than is there' : undefined;
    const what = over ?? (left < 0n ? 'it frees more than is held' : undefined);
    if (what !== undefined) this.fault ??= { stream, revision, what };
  }

  private addReservation(customerId: string, type: string, data: Data): void {
    const minor = (reserved[type] ?? 0n) * minorOf(data);
    this.used.add(`${customerId} ${data.week ?? ''}`, minor);
    this.overReserved.add(data.paymentId ?? '', minor);
  }

  private addToPayment(paymentId: string, type: string, data: Data): void {
    const moved = type === 'LegSettled' ? data : type === 'LegsStopped' ? data.back : undefined;
    if (moved) {
      const minor = minorOf(moved) * (moved.direction === 'in' ? 1n : -1n);
      this.transit.add(paymentId, minor);
      this.cameIn += minor;
    }
    if (type === 'PaymentInitiated' && data.weeklyLimit) {
      const main = data.legs?.find(({ id }) => id === paymentId);
      this.limited.add(paymentId, main ? minorOf(main) : 0n);
    }
    const limited = this.limited.of(paymentId);
    if (limited === 0n) return;
    if (type === 'PaymentRefused') this.limited.delete(paymentId);
    if (type === 'PaymentAccepted') this.overReserved.add(paymentId, -limited);
    const hasFailed = data.legId === paymentId && (type === 'LegFailed' || type === 'LegCancelled');
    if (hasFailed) this.overReserved.add(paymentId, limited);
  }
}
