import type { HalBody } from '@halyard/suite/client';
import { expect } from '@jest/globals';
import { type ClockAccount, expectStatus } from './clock-account.js';
import { hrefOf, newHolder, transferOf } from './journeys.js';
import type { SeededBehavior, ShareRule } from './seeded-behavior.js';
import { severalAtOnce } from './side-by-side.js';

const PAYMENTS = 32;
const HOLDERS = 2;
export const seededRules: readonly ShareRule[] = [
  { name: 'nsf', when: { direction: 'debit' }, share: '0.25', then: { return: 'R01' } },
  { name: 'disputed', share: '0.25', then: { return: 'R10', after: 'P20D' } },
  { name: 'of-credits', when: { direction: 'credit' }, share: '1', then: { return: 'R03' } },
  { name: 'slow', share: '0.25', then: { delay: 'P3D' } },
];
/** Strikes nothing, and counts the entries of micro-deposits. */
const counting = { seed: 'any', rules: [{ name: 'counting', share: '0', then: { return: 'R01' } }] };

/** The fate of each payment, in the order in which they were made: a rule's name, or `settled`. */
type Struck = readonly string[];

/** Sends equal requests with each behaviour: micro-deposits, and many debits at once, some with a correlation id. */
export class SeededDebits {
  private handedOverBefore = 0;

  constructor(
    private readonly account: ClockAccount,
    private readonly behavior: SeededBehavior,
    /** Ends all that micro-deposits, or debits, wait for. @returns the ids of transfers that the bank has put off */
    private readonly end: (account: ClockAccount) => Promise<ReadonlySet<string>>,
  ) {}

  private async behave(body: object): Promise<void> {
    expectStatus(200, await this.account.client.post('/sandbox-bank-behavior', body));
  }

  private async looked(): Promise<number> {
    const { body } = await this.account.client.get('/sandbox-bank-behavior');
    const [count] = body['counts'] as readonly { readonly looked: number }[];
    return count?.looked ?? 0;
  }

  async play(): Promise<{ readonly struck: Struck; readonly expected: Struck }> {
    const { client } = this.account;
    await this.behave(counting);
    const holders = await Promise.all(Array.from({ length: HOLDERS }, () => newHolder(client)));
    await this.end(this.account);
    this.handedOverBefore = await this.looked();
    expect(this.handedOverBefore).toBeGreaterThan(0);
    await this.behave(this.behavior.body);
    await severalAtOnce([...Array(PAYMENTS).keys()], async (at) => {
      const { bank, balance } = holders[at % HOLDERS] ?? { bank: '', balance: '' };
      const more = at % 4 === 0 ? { correlationId: `order-${at}` } : {};
      await client.create('/transfers', { ...transferOf(bank, balance, `${at + 1}.00`), ...more });
    });
    const putOff = await this.end(this.account);
    const payments = (await this.account.all('/payments', 'payments')).toReversed();
    const struck: string[] = [];
    for (const payment of payments) struck.push(await this.becameOf(payment, putOff));
    expect(await this.looked()).toBe(PAYMENTS);
    return { struck, expected: this.expected(payments) };
  }

  private expected(payments: readonly HalBody[]): Struck {
    let number = this.handedOverBefore;
    return payments.map(({ correlationId }) => {
      const entry = typeof correlationId === 'string' ? `${correlationId}/1` : `#${(number += 1)}`;
      return this.behavior.ruleOf(entry) ?? 'settled';
    });
  }

  private async becameOf(payment: HalBody, putOff: ReadonlySet<string>): Promise<string> {
    const story = await this.account.all(hrefOf(payment, 'timeline'), 'entries');
    const banks = story.filter(({ kind }) => kind === 'bank');
    const [did, rule] = [banks.map((entry) => entry['did']), banks.map((entry) => entry['rule'])];
    // Each thing happens to a leg once.
    expect(new Set(did).size).toBe(did.length);
    if (did.includes('returned')) return String(rule.at(-1));
    expect(did.at(-1)).toBe('settled');
    const [transfer] = payment._embedded?.['transfers'] ?? [];
    return putOff.has(String(transfer?.id)) ? 'slow' : 'settled';
  }
}

const simulated = async ({ client }: ClockAccount): Promise<void> => {
  expectStatus(200, await client.post('/sandbox-simulations', {}));
};

/** Ends all that banks have to do, by simulations. @param simulate the first two */
export const settleOnRequest = async (
  account: ClockAccount,
  simulate: (account: ClockAccount) => Promise<void> = simulated,
): Promise<ReadonlySet<string>> => {
  await simulate(account);
  await account.quiet();
  const pending = await account.all('/transfers?status=pending', 'transfers');
  await simulate(account);
  await simulated(account);
  await account.quiet();
  return new Set(pending.map(({ id }) => String(id)));
};
