// Runs: both
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith } from '@halyard/cli';
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { balanceOf, hrefOf, newHolder, personalCustomer, transferOf } from './support/journeys.js';
import { ClockAccount } from './support/clock-account.js';
import { SharedSuite } from './support/shared-suite.js';

const HOURS = 12;
const CALLERS = 3;

describe('requests of an account whose clock is advanced', () => {
  let shared: SharedSuite;
  let client: HalClient;
  let clock: ClockAccount;
  let folder: string;
  let start: number;

  beforeAll(async () => {
    shared = await SharedSuite.join('requests and clocks');
    ({ client } = shared);
    clock = new ClockAccount(client);
    folder = await mkdtemp(join(tmpdir(), 'halyard-clock-'));
    await writeFile(join(folder, 'demo.json'), JSON.stringify(client.connection));
    start = Date.parse(String((await clock.change({ mode: 'frozen' }))['now']));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await shared.leave();
  });

  const halyard = async (...args: readonly string[]) => {
    const [printed, noted]: [string[], string[]] = [[], []];
    const code = await runWith(['node', 'halyard', ...args], {
      env: { HOME: folder, DATA_DIR: folder },
      print: (line) => printed.push(line),
      note: (line) => noted.push(line),
      readInput: () => Promise.resolve(''),
      signal: new AbortController().signal,
    });
    return { code, printed: printed.join('\n'), noted: noted.join('\n') };
  };

  it('are answered at one time each, and no time is earlier than one that was read before', async () => {
    let goesOn = true;
    const refused: unknown[] = [];
    const times: string[][] = [];
    const caller = async (): Promise<void> => {
      const read: string[] = [];
      times.push(read);
      while (goesOn) {
        const clock = await client.get('/sandbox-clock');
        if (clock.status !== 200) refused.push(['GET /sandbox-clock', clock.status]);
        read.push(String(clock.body['now']));
        const made = await client.post('/customers', personalCustomer());
        if (made.status !== 201) refused.push(['POST /customers', made.status, made.body]);
        const customer = await client.get(String(made.headers['location']));
        if (customer.status !== 200) refused.push(['GET /customers', customer.status]);
        read.push(String(customer.body['created']));
      }
    };
    const callers = Array.from({ length: CALLERS }, caller);
    try {
      for (let hour = 0; hour < HOURS; hour += 1) await clock.advance({ by: 'PT1H' });
    } finally {
      goesOn = false;
      await Promise.all(callers);
    }
    expect(refused).toEqual([]);
    for (const read of times) expect(read).toEqual(read.toSorted());
    const last = new Date(start + HOURS * 3_600_000).toISOString();
    expect((await client.get('/sandbox-clock')).body).toMatchObject({ now: last, mode: 'frozen', status: 'ready' });
    expect(new Set(times.flat()).size).toBeGreaterThan(1);
  });

  it('are those of the command line too, which waits for the end and says what happened', async () => {
    const { customer, bank } = await newHolder(client);
    const transfer = await client.create('/transfers', transferOf(bank, await balanceOf(client, customer), '5.00'));
    const before = String((await client.get('/sandbox-clock')).body['now']);
    expect((await halyard('clock')).printed).toContain(`The account's time is ${before}.`);
    const { code, printed, noted } = await halyard('clock', 'advance', '6d');
    // A busy machine may hold it for a moment, which is told.
    const others = noted.split('\n').filter((line) => line !== '' && !line.startsWith('the advance is held since'));
    expect([code, others]).toEqual([0, []]);
    expect(printed).toMatch(/^The clock was advanced from .*\n\d+ due moments: \d handed over to banks, \d settled/);
    expect(await halyard('wait')).toMatchObject({ code: 0, printed: expect.stringMatching(/^Quiet at \d/) });
    expect((await client.get(transfer)).body).toMatchObject({ status: 'processed' });
    expect(await halyard('clock', 'advance', '500d')).toMatchObject({
      code: 3,
      noted: expect.stringContaining('  by: '),
    });
    expect((await halyard('clock', 'run')).printed).toContain('It is running, ');
    expect(hrefOf((await client.get('/')).body, 'clock')).toMatch(/\/sandbox-clock$/);
  });
});
