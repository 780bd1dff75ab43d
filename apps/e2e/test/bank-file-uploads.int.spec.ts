// Runs: embedded
import { randomUUID } from 'node:crypto';
import type { HalAnswer, HalBody, HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClockAccount, expectStatus } from './support/clock-account.js';
import { availableOf, embedded, type Holder, hrefOf, idOf, newHolder, transferOf } from './support/journeys.js';
import { returnFile, type SentEntry, sentEntries, upload } from './support/return-file.js';
import { SharedSuite } from './support/shared-suite.js';

const MEBIBYTE = 1_024 * 1_024;
const FAULTS_MAX = 25;
/** Of the transfers, by the same amounts in cents. */
const AMOUNTS = ['1.00', '2.00', '3.00', '4.00', '5.00', '6.00'];

describe('what a bank answers to a file that went out', () => {
  let shared: SharedSuite;
  let account: ClockAccount;
  let client: HalClient;
  let holder: Holder;
  let entries: readonly SentEntry[];
  const transfers: string[] = [];

  beforeAll(async () => {
    shared = await SharedSuite.join('bank files');
    ({ client } = shared);
    account = new ClockAccount(client);
    holder = await newHolder(client);
    await client.post('/sandbox-simulations', {});
    for (const value of AMOUNTS) {
      transfers.push(await client.create('/transfers', transferOf(holder.bank, holder.balance, value)));
    }
    await client.post('/sandbox-simulations', {});
    const [file] = embedded((await client.get('/bank-files?limit=1')).body, 'bank-files');
    expect(file).toMatchObject({ direction: 'out', window: 'simulation', entries: AMOUNTS.length });
    const headers = { authorization: `Bearer ${await client.accessToken()}` };
    const content = await client.download(hrefOf(file, 'content'), headers);
    entries = sentEntries(content.body.toString());
    expect(entries.map(({ cents }) => Number(cents) / 100)).toEqual(AMOUNTS.map(Number));
  });
  afterAll(() => shared.leave());

  const entryAt = (at: number): SentEntry => entries[at] ?? ({} as SentEntry);
  const returned = (at: number, code = 'R01'): string => returnFile([{ entry: entryAt(at), code }]);
  const answered = async ({ location }: HalAnswer): Promise<readonly string[]> =>
    (await account.all(`${location}/entries`, 'entries')).map(({ outcome, reason }) =>
      [outcome, reason]
        .filter((said) => said !== undefined)
        .map(String)
        .join(' '),
    );
  const happenedAtBank = async (transfer: string): Promise<readonly HalBody[]> =>
    (await account.all(`${transfer}/timeline`, 'entries')).filter(({ kind }) => kind === 'bank');
  const statusOf = async (at: number): Promise<unknown> => {
    const all = await account.all('/transfers', 'transfers');
    return all.find(({ id }) => id === idOf(transfers[at] ?? ''))?.status;
  };

  it('has its effect when the answer has come', async () => {
    const before = Number(await availableOf(client, holder.balance));
    const answer = await upload(client, returned(0));
    expect([answer.status, await statusOf(0)]).toEqual([201, 'failed']);
    expect(Number(await availableOf(client, holder.balance))).toBe(before - 1);
    expect(await answered(answer)).toEqual(['applied']);
    expect((await happenedAtBank(transfers[0] ?? '')).at(-1)).toMatchObject({
      ...{ did: 'returned', code: 'R01', because: 'file', line: 3 },
      file: { href: answer.location },
    });
  });

  it('has its effect once, however often it is uploaded', async () => {
    const content = returned(1);
    const both = await Promise.all([upload(client, content), upload(client, content)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const said = await Promise.all(both.map(answered));
    expect(said.flat().toSorted()).toEqual(['applied', 'refused R67']);
    expect(await answered(await upload(client, content))).toEqual(['refused R67']);
    const did = (await happenedAtBank(transfers[1] ?? '')).map((entry) => entry['did']);
    expect(did.filter((one) => one === 'returned')).toEqual(['returned']);
  });

  it('is one file if its request is repeated, also at the same time', async () => {
    const [content, key] = [returned(2), randomUUID()];
    const both = await Promise.all([upload(client, content, { key }), upload(client, content, { key })]);
    const again = await upload(client, content, { key });
    for (const { status } of both) expect([201, 409]).toContain(status);
    expect(new Set([...both, again].map(({ location }) => location).filter((place) => place !== '')).size).toBe(1);
    expect(await answered(again)).toEqual(['applied']);
  });

  it('is refused entry by entry for an entry that does not fit', async () => {
    const entry = entryAt(3);
    const odd: readonly (readonly [string, SentEntry, string])[] = [
      ['of an unknown trace', { ...entry, traceNumber: '222222229999999' }, 'refused R61'],
      [
        'of another bank that originates',
        { ...entry, traceNumber: `02100002${entry.traceNumber.slice(8)}` },
        'refused R61',
      ],
      ['with another amount', { ...entry, cents: '0000000401' }, 'refused R69'],
      ['with another account', { ...entry, accountNumber: '1' }, 'refused R69'],
      ['twice in one file', entry, 'applied'],
      ['twice in one file', entry, 'refused R67'],
    ];
    const answer = await upload(client, returnFile(odd.map(([, sent]) => ({ entry: sent, code: 'R01' }))));
    expect([answer.status, answer.body]).toEqual([201, {}]);
    expect(await answered(answer)).toEqual(odd.map(([, , said]) => said));
    expect(await statusOf(3)).toBe('failed');
  });

  it('does nothing to what another account has sent', async () => {
    const other = await openSandboxAccount(shared.operator, 'bank files beside');
    const answer = await upload(other, returned(4));
    const { body } = await other.get(`${answer.location}/entries`);
    expect(embedded(body, 'entries')).toMatchObject([{ outcome: 'refused', reason: 'R61' }]);
    expect((await client.get(answer.location)).status).toBe(404);
    expect(await statusOf(4)).toBe('processed');
    await other.close();
  });

  const whole = (): string => returned(4);
  const odd: readonly (readonly [string, () => string | Buffer, number])[] = [
    ['with another total', () => whole().replaceAll('000000000500', '000000000501'), 400],
    ['with another hash', () => whole().replaceAll('0022222222', '0022222223'), 400],
    ['cut in the middle of a line', () => whole().slice(0, 300), 400],
    ['cut between two lines', () => whole().slice(0, 95 * 4), 400],
    ['with nothing', () => '', 400],
    ['of a mebibyte of blanks', () => ' '.repeat(MEBIBYTE), 400],
    ['of a mebibyte of lines', () => '\n'.repeat(MEBIBYTE), 400],
    ['of a mebibyte of nines', () => `${'9'.repeat(94)}\n`.repeat(11_000), 400],
    ['of bytes that are no text', () => Buffer.alloc(9_500, 0xff), 400],
    ['of more than a mebibyte', () => ' '.repeat(MEBIBYTE + 1), 413],
    ['of far more than a mebibyte', () => ' '.repeat(4 * MEBIBYTE), 413],
  ];
  it.each(odd)('is refused whole as a file %s', async (_, content, status) => {
    const before = (await client.get('/bank-files?direction=in')).body.total;
    for (const isForm of [false, true]) {
      const answer = await upload(client, content(), { isForm });
      expect([isForm, answer.status]).toEqual([isForm, status]);
      if (status !== 400) continue;
      const faults = embedded(answer.body, 'errors');
      expect(faults.length > 0 && faults.length <= FAULTS_MAX).toBe(true);
      for (const { path, message } of faults) {
        expect(path).toMatch(/^\/lines\/\d+$/);
        expect(message).toMatch(/^Columns? \d+/);
      }
    }
    expect((await client.get('/bank-files?direction=in')).body.total).toBe(before);
    expect(await statusOf(4)).toBe('processed');
  });

  it('corrects a bank, which the next file says, and is what was uploaded when it is read', async () => {
    const content = returnFile([{ entry: entryAt(5), code: 'C01', corrected: '70918273645'.padEnd(29) }]);
    const { location } = await upload(client, content, { isForm: true });
    const headers = { authorization: `Bearer ${await client.accessToken()}` };
    expect((await client.download(`${location}/content`, headers)).body.toString()).toBe(content);
    const { body: bank } = await client.get(holder.bank);
    expect(bank['lastFour']).toBe('3645');
    const { body } = await client.get(`${transfers[5] ?? ''}/corrections`);
    const corrected = { accountNumber: '****3645' };
    expect(embedded(body, 'corrections')).toMatchObject([{ code: 'C01', corrected, applied: true }]);
    const conservation = await client.get(`/accounts/${client.connection.accountId}/conservation`);
    expect(expectStatus(200, conservation)['balanced']).toBe(true);
  });
});
