// Runs: both
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClockAccount, MONDAY, openUnusedAccount } from './support/clock-account.js';
import { SeededBehavior } from './support/seeded-behavior.js';
import { SeededDebits, seededRules, settleOnRequest } from './support/seeded-debits.js';
import { SharedSuite } from './support/shared-suite.js';

/** Longer than the latest return takes. */
const DAYS = 40;

const onTime = async (account: ClockAccount): Promise<ReadonlySet<string>> => {
  // Past 00:00 in Chicago of the third banking day after a Monday's or a Tuesday's cut-off.
  const before = (await account.all('/transfers', 'transfers')).length;
  if (before === 0) {
    await account.advance({ by: 'P1D' });
    return new Set();
  }
  await account.advance({ to: '2026-03-06T12:00:00.000Z' });
  await account.quiet();
  const pending = await account.all('/transfers?status=pending', 'transfers');
  await account.advance({ by: `P${DAYS}D` });
  await account.quiet();
  return new Set(pending.map(({ id }) => String(id)));
};

describe('the entries that rules strike are those that anybody can compute', () => {
  let shared: SharedSuite;
  beforeAll(async () => {
    shared = await SharedSuite.join('struck entries');
  });
  afterAll(() => shared.leave());

  it.each([
    ['on request', (account: ClockAccount) => settleOnRequest(account)],
    ['on time', onTime],
  ] as const)('%s, beside another account whose banks behave in another way', async (mode, end) => {
    const accounts = await Promise.all(
      ['one', 'beside'].map(async (name) =>
        mode === 'on time'
          ? ClockAccount.frozenAt(shared.operator, name, MONDAY)
          : new ClockAccount(await openUnusedAccount(shared.operator, name)),
      ),
    );
    const played = await Promise.all(
      accounts.map((account, at) =>
        new SeededDebits(account, new SeededBehavior(`seed-${at}`, seededRules), end).play(),
      ),
    );
    for (const { struck, expected } of played) expect(struck).toEqual(expected);
    const [one, beside] = played;
    expect(one?.struck).not.toEqual(beside?.struck);
    expect(new Set(one?.struck)).toEqual(new Set(['nsf', 'disputed', 'slow', 'settled']));
    for (const account of accounts) {
      const { body } = await account.client.get(`/accounts/${account.client.connection.accountId}/conservation`);
      expect(body['balanced']).toBe(true);
      await account.close();
    }
  });
});
