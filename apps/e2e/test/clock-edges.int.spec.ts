// Runs: embedded
import type { HalBody } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClockAccount, MONDAY } from './support/clock-account.js';
import { hrefOf, newHolder, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

/** 16:00 in Chicago on the Monday. */
const CUT_OFF = '2026-03-02T22:00:00.000Z';
const DAY_MS = 86_400_000;

const shifted = (at: string, milliseconds: number): string => new Date(Date.parse(at) + milliseconds).toISOString();

describe('the edges of an advance', () => {
  let shared: SharedSuite;
  const opened: ClockAccount[] = [];
  beforeAll(async () => {
    shared = await SharedSuite.join('clock edges');
  });
  afterAll(async () => {
    for (const account of opened) await account.close();
    await shared.leave();
  });

  const frozenAt = async (now: string): Promise<ClockAccount> => {
    const account = await ClockAccount.frozenAt(shared.operator, 'clock edge', now);
    opened.push(account);
    return account;
  };
  /** Draws money from a new customer's verified bank. */
  const debit = async ({ client }: ClockAccount): Promise<string> => {
    const { bank, balance } = await newHolder(client);
    return client.create('/transfers', transferOf(bank, balance, '5.00'));
  };
  /** When the bank of a transfer was handed the entry, and when it acted on it. */
  const bankTimes = async (account: ClockAccount, transfer: string): Promise<readonly string[]> => {
    const { body } = await account.client.get(transfer);
    const entries = await account.all(hrefOf(body, 'timeline'), 'entries');
    return entries.filter(({ kind }) => kind === 'bank').map(({ at, did }) => `${String(did)} ${String(at)}`);
  };
  const nextDue = async (account: ClockAccount) => (await account.clock())['nextDue'] as HalBody;

  it('does what is due at its very end, and nothing that is due a millisecond later', async () => {
    const account = await frozenAt(MONDAY);
    const transfer = await debit(account);
    expect(await account.advance({ to: shifted(CUT_OFF, -1) })).toMatchObject({ moments: 0, did: { submitted: 0 } });
    expect(await bankTimes(account, transfer)).toEqual([]);
    expect(await nextDue(account)).toEqual({ at: CUT_OFF, what: 'standard-cut-off' });
    // A debit that begins now is a millisecond early, and goes out with the rest.
    const last = await debit(account);
    expect(await account.advance({ by: 'PT1S' })).toMatchObject({ moments: 1, reached: shifted(CUT_OFF, 999) });
    expect(await bankTimes(account, transfer)).toEqual([`submitted ${CUT_OFF}`]);
    expect(await bankTimes(account, last)).toEqual([`submitted ${CUT_OFF}`]);
    expect(await account.refused({ to: await account.now() })).toEqual(['Invalid /to']);
  });

  it('leaves what begins at the cut-off to the next banking day', async () => {
    const account = await frozenAt(CUT_OFF);
    const transfer = await debit(account);
    expect(await nextDue(account)).toEqual({ at: '2026-03-03T22:00:00.000Z', what: 'standard-cut-off' });
    expect(await account.advance({ toNext: 'standard-cut-off' })).toMatchObject({
      reached: '2026-03-03T22:00:00.000Z',
    });
    await account.advance({ by: 'P7D' });
    expect(await bankTimes(account, transfer)).toEqual([
      'submitted 2026-03-03T22:00:00.000Z',
      'settled 2026-03-06T06:00:00.000Z',
    ]);
  });

  it('keeps cut-offs at their hour when the clocks of the country go forward', async () => {
    const account = await frozenAt('2026-03-06T20:00:00.000Z');
    const before = await debit(account);
    await account.advance({ to: '2026-03-07T00:00:00.000Z' });
    const after = await debit(account);
    // A day has 24 hours, so that it ends an hour later in Chicago.
    expect(await account.advance({ by: 'P2D' })).toMatchObject({ reached: '2026-03-09T00:00:00.000Z', moments: 0 });
    await account.advance({ by: 'P7D' });
    expect(await bankTimes(account, before)).toEqual([
      'submitted 2026-03-06T22:00:00.000Z',
      'settled 2026-03-11T05:00:00.000Z',
    ]);
    expect(await bankTimes(account, after)).toEqual([
      'submitted 2026-03-09T21:00:00.000Z',
      'settled 2026-03-12T05:00:00.000Z',
    ]);
  });

  it('passes the hour that autumn has twice', async () => {
    const account = await frozenAt('2026-11-01T06:30:00.000Z');
    const transfer = await debit(account);
    for (const reached of ['2026-11-01T07:00:00.000Z', '2026-11-01T07:30:00.000Z', '2026-11-01T08:00:00.000Z']) {
      expect(await account.advance({ by: 'PT30M' })).toMatchObject({ reached, moments: 0 });
    }
    expect(await account.advance({ toNext: 'banking-day' })).toMatchObject({ reached: '2026-11-02T06:00:00.000Z' });
    await account.advance({ by: 'P7D' });
    expect(await bankTimes(account, transfer)).toEqual([
      'submitted 2026-11-02T22:00:00.000Z',
      'settled 2026-11-05T06:00:00.000Z',
    ]);
  });

  it('jumps 400 days, and no millisecond farther', async () => {
    const account = await frozenAt(MONDAY);
    const transfer = await debit(account);
    const farthest = shifted(MONDAY, 400 * DAY_MS);
    expect(await account.refused({ to: shifted(farthest, 1) })).toEqual(['Invalid /to']);
    expect(await account.refused({ by: 'PT34560001S' })).toEqual(['Invalid /by']);
    expect(await account.refused({ by: 'P401D' })).toEqual(['Invalid /by']);
    // Besides the debit's two, the micro-deposits that verified its bank have a moment to settle.
    expect(await account.advance({ to: farthest })).toMatchObject({ reached: farthest, moments: 3 });
    expect(await account.now()).toBe(farthest);
    expect(await bankTimes(account, transfer)).toEqual([`submitted ${CUT_OFF}`, 'settled 2026-03-05T06:00:00.000Z']);
  });

  it('works in 2099, until the end of the century', async () => {
    const account = await frozenAt('2099-12-28T15:00:00.000Z');
    const transfer = await debit(account);
    await account.quiet();
    expect(await account.refused({ by: 'P5D' })).toEqual(['Invalid /by']);
    expect(await account.refused({ to: '2100-01-01T00:00:00.001Z' })).toEqual(['Invalid /to']);
    await account.advance({ to: '2100-01-01T00:00:00.000Z' });
    expect(await bankTimes(account, transfer)).toEqual([
      'submitted 2099-12-28T22:00:00.000Z',
      'settled 2099-12-31T06:00:00.000Z',
    ]);
    const events = await account.all('/events?topic=customer_bank_transfer_completed', 'events');
    expect(events.map(({ created }) => created)).toEqual(['2099-12-31T06:00:00.000Z']);
    expect((await account.client.post('/sandbox-clock', { mode: 'real' })).status).toBe(400);
  });
});
