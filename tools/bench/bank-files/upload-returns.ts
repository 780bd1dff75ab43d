import { balanceOf, personalCustomer, transferOf, verifiedBank } from '@halyard/e2e/journeys';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { concurrently } from '../concurrently.ts';
import { line, type Procedure } from '../procedure.ts';
import { simulateAll } from '../parties.ts';

const CALLERS = 64;
const RETURNS = 1_000;
const LINES_PER_BLOCK = 10;
const LINE_LENGTH = 94;
const ODFI = '22222222';
const OUR_ROUTING = `${ODFI}6`;
const HASH_DIGITS = 10;

const digits = (value: number, length: number): string => String(value).padStart(length, '0').slice(-length);

/** The file of a bank that returns these entries, given by their lines in the files that went out. */
function returnsOf(entries: readonly string[]): string {
  const cents = entries.reduce((sum, entry) => sum + Number(entry.slice(29, 39)), 0);
  const hash = digits(entries.length * Number(ODFI), HASH_DIGITS);
  const totals = `${hash}${digits(cents, 12)}${digits(0, 12)}`;
  const company = `1${OUR_ROUTING}`;
  const lines = [
    `101 ${OUR_ROUTING} ${OUR_ROUTING}2603021200A094101`,
    `5200${'Bench'.padEnd(36)}${company}PPDPAYMENT         260303   1${ODFI}0000001`,
    ...entries.flatMap((entry, index) => {
      const trace = `${ODFI}${digits(index + 1, 7)}`;
      const code = Number(entry.slice(1, 3)) - 1;
      return [
        `6${code}${OUR_ROUTING}${entry.slice(12, 78)}1${trace}`,
        `799R01${entry.slice(79)}${' '.repeat(6)}${ODFI}${' '.repeat(44)}${trace}`,
      ];
    }),
    `8200${digits(2 * entries.length, 6)}${totals}${company}${' '.repeat(25)}${ODFI}0000001`,
  ];
  const blocks = Math.ceil((lines.length + 1) / LINES_PER_BLOCK);
  lines.push(`9000001${digits(blocks, 6)}${digits(2 * entries.length, 8)}${totals}`);
  while (lines.length < blocks * LINES_PER_BLOCK) lines.push('9'.repeat(LINE_LENGTH));
  return lines.map((text) => `${text.padEnd(LINE_LENGTH)}\n`).join('');
}

/** Uploads a file that returns many settled debits, until all its effects are stored. */
export const uploadReturns: Procedure = async ({ client: operator, watch }) => {
  const client = await openSandboxAccount(operator, 'Bench: returns uploaded');
  const customer = await client.create('/customers', personalCustomer());
  const [bank, balance] = [await verifiedBank(client, customer), await balanceOf(client, customer)];
  await concurrently(CALLERS, RETURNS, () => client.create('/transfers', transferOf(bank, balance, '0.10')));
  await simulateAll(client);
  const authorization = `Bearer ${await client.accessToken()}`;
  const { body } = await client.get('/bank-files?direction=out&limit=200');
  const entries: string[] = [];
  for (const file of body._embedded?.['bank-files'] ?? []) {
    const { body: content } = await client.download(file._links?.['content']?.href ?? '', { authorization });
    const lines = content.toString('latin1').split('\n');
    entries.push(...lines.filter((text) => text.startsWith('6') && Number(text.slice(29, 39)) === 10));
  }
  if (entries.length !== RETURNS) throw new Error(`${entries.length} entries went out, and not ${RETURNS}`);
  const { ms, linesOf } = await watch(async () => {
    const headers = { authorization, 'content-type': 'text/plain', accept: '*/*' };
    const { status, body: answer } = await client.raw('POST', '/bank-files', headers, returnsOf(entries));
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(answer)}`);
  });
  const { body: failed } = await client.get('/transfers?status=failed&limit=1');
  if (failed.total !== RETURNS) throw new Error(`${String(failed.total)} have failed, and not ${RETURNS}`);
  return [line(`${RETURNS} returns uploaded and applied`, `${ms.toFixed(0)} ms`), ...linesOf(RETURNS)];
};
