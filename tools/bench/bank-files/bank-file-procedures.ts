import { balanceOf, personalCustomer, transferOf, verifiedBank } from '@halyard/e2e/journeys';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { advance, done } from '../clock/clock-procedures.ts';
import { concurrently } from '../concurrently.ts';
import { line, type Procedure } from '../procedure.ts';
import { timeOf, Times } from '../times.ts';
import { uploadReturns } from './upload-returns.ts';

const CALLERS = 64;
const ENTRIES = 10_000;
/** The entries of a file are those of this many banks. */
const BANKS = 200;
const READS = 10;
const LINE_BYTES = 95;

/** Writes out a file of many entries, with the numbers and the names of their banks. */
const writeFile: Procedure = async ({ client: operator, watch }) => {
  const client = await openSandboxAccount(operator, 'Bench: a file to the banks');
  await done(client.post('/sandbox-clock', { mode: 'frozen' }));
  const payers = await concurrently(CALLERS, BANKS, async () => {
    const customer = await client.create('/customers', personalCustomer());
    return { bank: await verifiedBank(client, customer), balance: await balanceOf(client, customer) };
  });
  // Their micro-deposits are in a file of their own.
  await done(client.post('/sandbox-simulations', {}));
  await concurrently(CALLERS, ENTRIES, (n) => {
    const { bank = '', balance = '' } = payers[n % payers.length] ?? {};
    return client.create('/transfers', transferOf(bank, balance, '0.10'));
  });
  await done(client.get('/sandbox-quiet?wait=30'));
  const handedOver = await timeOf(() => advance(client, { toNext: 'standard-cut-off' }));
  const { body } = await client.get('/bank-files?limit=1');
  const [file] = body._embedded?.['bank-files'] ?? [];
  if (file?.['entries'] !== ENTRIES) throw new Error(JSON.stringify(body));
  const url = file._links?.['content']?.href ?? '';
  const authorization = `Bearer ${await client.accessToken()}`;
  const times = new Times();
  const { linesOf } = await watch(async () => {
    for (let read = 0; read < READS; read += 1) {
      times.add(
        await timeOf(async () => {
          const { body: content } = await client.download(url, { authorization });
          if (content.length < ENTRIES * LINE_BYTES) throw new Error(`${content.length} bytes are not all of it`);
        }),
      );
    }
  });
  return [
    line(`a file of ${ENTRIES} entries of ${BANKS} banks written`, String(times)),
    line('their hand-over, with the making of the file', `${(handedOver / 1_000).toFixed(1)} s`),
    ...linesOf(READS),
  ];
};

export const bankFileProcedures: Readonly<Record<string, Procedure>> = {
  'bank-file': writeFile,
  'upload-returns': uploadReturns,
};
