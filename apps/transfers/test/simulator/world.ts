import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { DAY_MS, moneyToJson, usd, utcWeekOf } from '@halyard/core';
import type { Fee } from '../../src/payment/fees.js';
import { flows, legsOf } from '../../src/payment/flows.js';
import type { PaymentSide, PaymentTerms } from '../../src/payment/payment.model.js';
import { timedId } from '../ids.js';
import type { Random } from './random.js';

/** A Wednesday, so that a week ends soon. */
const START_MS = Date.UTC(2026, 0, 7, 12);
/** Each balance's opening amount, in cents: not enough for all requests. */
export const OPENING = 30_00n;
/** More than any fees. */
const AMOUNT_MIN = 2_00;
const AMOUNT_MAX = 20_00;
const WEEKLY_LIMIT = usd(25_00n);
const FEE_MAX = 90;

const HOLDERS = ['ada', 'bob', 'account'] as const;
const PLAIN = ['pat', 'quinn'] as const;
type Party = (typeof HOLDERS)[number] | (typeof PLAIN)[number];

/** Names, ids and time of one program. All of them follow from its seed. */
export class World {
  /** The contra account of the opening balances. */
  readonly opening: string;
  private ids = 0;
  private days = 0;
  private readonly owners: ReadonlyMap<Party, string>;

  constructor(protected readonly random: Random) {
    this.owners = new Map([...HOLDERS, ...PLAIN].map((party) => [party, this.newId()]));
    this.opening = this.newId();
  }

  /** Ascending ids, each with a later time, as attempts have. */
  newId(): string {
    this.ids += 1;
    return timedId(START_MS + this.ids, this.ids * 7_919);
  }

  get at(): string {
    return new Date(START_MS + this.days * DAY_MS).toISOString();
  }

  /** When a bank's step is due. Some banks report days later. */
  datedByBank(): { readonly at: string; readonly bankDate: string } {
    const lateMs = this.ids % 7 < 2 ? (this.ids % 5) * DAY_MS : 0;
    const bankDate = new Date(Math.max(START_MS, Date.parse(this.at) - lateMs)).toISOString();
    return { at: bankDate, bankDate };
  }

  passDays(): void {
    this.days += 1 + this.random.int(9);
  }

  get balances(): string[] {
    return HOLDERS.map((party) => balanceIdOf(this.ownerOf(party)));
  }

  /** A random payment. @returns the terms of each try */
  anyPayment(tries: number): PaymentTerms[] {
    const flow = this.random.pick(flows);
    const isOwn = flow.to.startsWith('own ');
    const from = this.random.pick<Party>(flow.from.startsWith('holder') ? HOLDERS : PLAIN);
    const others = (flow.to.startsWith('plain') ? PLAIN : HOLDERS).filter((party) => party !== from);
    const [source, destination] = [
      this.side(from, flow.from, 'source'),
      this.side(isOwn ? from : this.random.pick<Party>(others), flow.to, 'destination'),
    ];
    const minor = BigInt(AMOUNT_MIN + this.random.int(AMOUNT_MAX));
    const isReceiverPlain = isOwn || flow.to.startsWith('plain');
    const fees = this.random.chance(30) ? this.fees(isReceiverPlain) : [];
    const common = { paymentId: this.newId(), accountId: this.ownerOf('account'), source, destination };
    const { at } = this;
    const weeklyLimit = flow.from.startsWith('plain')
      ? { customerId: source.ownerId, week: utcWeekOf(new Date(at)), limit: moneyToJson(WEEKLY_LIMIT) }
      : undefined;
    // Each try has an amount of its own, although no client may do that: one of them moves money.
    return Array.from({ length: tries }, (_, nth) => {
      const attemptId = this.newId();
      const amount = moneyToJson(usd(minor + BigInt(nth)));
      const { paymentId, accountId } = common;
      const legs = legsOf(flow, { ...common, attemptId, amount, fees });
      return { paymentId, accountId, attemptId, legs, at, ...(weeklyLimit && { weeklyLimit }) };
    });
  }

  get account(): string {
    return this.ownerOf('account');
  }

  /** Every bank of the program. */
  protected banks(): PaymentSide[] {
    return [...HOLDERS, ...PLAIN].flatMap((party) => [
      this.side(party, 'a bank', 'source'),
      this.side(party, 'a bank', 'destination'),
    ]);
  }

  private ownerOf(party: Party): string {
    return this.owners.get(party) ?? '';
  }

  private side(party: Party, kind: string, end: 'source' | 'destination'): PaymentSide {
    const ownerId = this.ownerOf(party);
    const ownerKind = party === 'account' ? 'account' : 'customer';
    // Each end has its own bank, so that money may move between the two.
    const bank = timedId(end === 'source' ? 1 : 2, [...this.owners.keys()].indexOf(party) + 1);
    return { ownerKind, ownerId, fundingSourceId: kind.endsWith(' balance') ? balanceIdOf(ownerId) : bank };
  }

  private fees(isReceiverPlain: boolean): Fee[] {
    return Array.from({ length: 1 + this.random.int(2) }, () => ({
      payer: isReceiverPlain || this.random.chance(50) ? 'sender' : 'receiver',
      amount: moneyToJson(usd(BigInt(1 + this.random.int(FEE_MAX)))),
    }));
  }
}
