import { BANK_CLEARING } from '../payment/chart-of-accounts.js';
import { isMicroDeposit } from '../payment/micro-deposit-legs.js';
import type { Leg } from '../payment/payment.model.js';
import { outcomeStatus, type PaymentOutcome, shownTransfers } from '../transfer/payment-outcome.js';
import type { PaymentStatus } from '../transfer/transfer.entity.js';

/** The kinds of a payment's two ends, as the request named them. */
export type CountedFlow = `${'bank' | 'balance'}-to-${'bank' | 'balance' | 'wire'}` | 'fee';

/** Payments with the same key are counted together. */
export interface StatisticsKey {
  readonly accountId: string;
  /** The UTC day of the account's time, YYYY-MM-DD. */
  readonly date: string;
  readonly flow: CountedFlow;
  readonly status: PaymentStatus;
}

export interface StatisticsChange extends StatisticsKey {
  readonly count: number;
  readonly amountMinor: bigint;
}

/** Counts an accepted payment and each of its fees. Micro-deposits are never counted. */
export function countedOf(outcome: PaymentOutcome): readonly StatisticsChange[] {
  const { terms } = outcome;
  const shown = shownTransfers(outcome);
  const main = shown.find(({ id }) => id === terms?.paymentId);
  if (!terms || !main || isMicroDeposit(main)) return [];
  const { accountId, at } = terms;
  const common = { accountId, date: at.slice(0, 'YYYY-MM-DD'.length), count: 1 };
  const payment: StatisticsChange = {
    ...common,
    flow: flowOf(terms.legs),
    status: outcomeStatus(outcome),
    amountMinor: main.amountMinor,
  };
  const fees = shown.flatMap(({ kind, status, amountMinor }): StatisticsChange[] =>
    kind === 'fee' && status !== 'initiated' ? [{ ...common, flow: 'fee', status, amountMinor }] : [],
  );
  return [payment, ...fees];
}

function flowOf(legs: readonly Leg[]): CountedFlow {
  const moves = legs.filter(({ kind }) => kind !== 'fee');
  const [first, last] = [moves[0], moves.at(-1)];
  const from = first?.from === BANK_CLEARING ? 'bank' : 'balance';
  const to = last?.kind === 'wire' ? 'wire' : last?.to === BANK_CLEARING ? 'bank' : 'balance';
  return `${from}-to-${to}`;
}

export class StatisticsChanges {
  private readonly sums = new Map<string, StatisticsChange>();

  /** Counts a payment as `after` instead of `before`. */
  move(before: PaymentOutcome, after: PaymentOutcome): void {
    for (const counted of countedOf(before)) this.add(counted, -1);
    for (const counted of countedOf(after)) this.add(counted, 1);
  }

  /** Leaves out changes that add up to nothing. */
  list(): readonly StatisticsChange[] {
    return [...this.sums.values()].filter(({ count, amountMinor }) => count !== 0 || amountMinor !== 0n);
  }

  private add({ count, amountMinor, ...key }: StatisticsChange, sign: 1 | -1): void {
    const name = `${key.accountId} ${key.date} ${key.flow} ${key.status}`;
    const sum = this.sums.get(name) ?? { ...key, count: 0, amountMinor: 0n };
    this.sums.set(name, {
      ...sum,
      count: sum.count + sign * count,
      amountMinor: sum.amountMinor + BigInt(sign) * amountMinor,
    });
  }
}
