import type { StoredEvent } from '@halyard/event-store';

/** What of an event's data sums are made of. */
interface Data {
  readonly amount?: { readonly minor: string };
  readonly back?: { readonly amount: { readonly minor: string }; readonly direction: 'in' | 'out' };
  readonly direction?: 'in' | 'out';
  readonly contra?: string;
  readonly week?: string;
  readonly reservationId?: string;
}

const minorOf = ({ amount }: Data): bigint => BigInt(amount?.minor ?? 0);
const add = (sums: Map<string, bigint>, key: string, minor: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + minor);
};

/** What each event of a balance does to what is posted and to what is held. */
const entries: Readonly<Record<string, readonly [posted: bigint, held: bigint]>> = {
  HoldPlaced: [0n, 1n],
  HoldReleased: [0n, -1n],
  HoldPosted: [-1n, -1n],
  CreditPosted: [1n, 0n],
  DebitPosted: [-1n, 0n],
};

/** Plain sums over events as they are stored: no model, fold or decider of the service is asked. */
export class RawBooks {
  /** Funding source -> cents. */
  readonly posted = new Map<string, bigint>();
  readonly held = new Map<string, bigint>();
  /** Payment -> what was taken for it and has not arrived. */
  readonly transit = new Map<string, bigint>();
  /** `<customer> <week>` -> reserved less given back. */
  readonly used = new Map<string, bigint>();
  /** What came from banks, less what went to them. */
  cameIn = 0n;
  /** What no event may do. */
  readonly faults: string[] = [];
  private readonly ids = new Set<string>();
  private readonly reservations = new Set<string>();

  add({ id, stream, type, data }: StoredEvent): void {
    if (this.ids.has(id)) this.faults.push(`event ${id} twice`);
    this.ids.add(id);
    const separator = stream.indexOf('-');
    const [kind, of] = [stream.slice(0, separator), stream.slice(separator + 1)];
    if (kind === 'balance') this.addEntry(of, type, data as Data);
    else if (kind === 'limit') this.addReservation(of, type, data as Data);
    else this.addSettlement(of, type, data as Data);
  }

  private addEntry(fundingSourceId: string, type: string, data: Data): void {
    const [posted, held] = entries[type] ?? [0n, 0n];
    const minor = minorOf(data);
    add(this.posted, fundingSourceId, posted * minor);
    add(this.held, fundingSourceId, held * minor);
    add(this.transit, (data.contra ?? '').slice('transit:'.length), -posted * minor);
    const available = (this.posted.get(fundingSourceId) ?? 0n) - (this.held.get(fundingSourceId) ?? 0n);
    if (available < 0n && type === 'HoldPlaced')
      this.faults.push(`${type} takes available of ${fundingSourceId} below zero`);
    if ((this.held.get(fundingSourceId) ?? 0n) < 0n)
      this.faults.push(`${type} frees more than ${fundingSourceId} holds`);
  }

  private addReservation(customerId: string, type: string, data: Data): void {
    const name = `${type} ${data.reservationId}`;
    if (this.reservations.has(name)) this.faults.push(`${name} twice`);
    this.reservations.add(name);
    if (type === 'LimitRefused') return;
    const sign = type === 'LimitReserved' ? 1n : -1n;
    add(this.used, `${customerId} ${data.week}`, sign * minorOf(data));
  }

  private addSettlement(paymentId: string, type: string, data: Data): void {
    const moved = type === 'LegSettled' ? data : type === 'LegsStopped' ? data.back : undefined;
    if (!moved) return;
    const minor = minorOf(moved) * (moved.direction === 'in' ? 1n : -1n);
    add(this.transit, paymentId, minor);
    this.cameIn += minor;
  }
}
