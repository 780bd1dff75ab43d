import { Readable } from 'node:stream';
import { bankFileRoutes } from '@halyard/contracts/bank-files';
import { Bytes, type ServiceAnswer } from '@halyard/http';
import type { TestExchange } from '@halyard/testing';
import {
  noTotals,
  ODFI_IDENTIFICATION,
  ODFI_ROUTING_NUMBER,
  sumOf,
  totalsOf,
} from '../src/bank-file/nacha/nacha-file.js';
import {
  batchControl,
  batchHeader,
  correctionAddenda,
  entryDetail,
  fileControl,
  fileHeader,
  LINES_PER_BLOCK,
  PADDING_LINE,
  returnAddenda,
  writeRecord,
} from '../src/bank-file/nacha/records.js';
import type { World } from './world.js';

/** An entry that went out in a file, as it is stored. */
export interface SentRow {
  readonly legId: string;
  readonly traceNumber: string;
  readonly transactionCode: string;
  readonly amountMinor: bigint;
  readonly fundingSourceId: string;
}

/** An entry of a file from a bank. */
export interface StatedEntry {
  readonly original: Pick<SentRow, 'traceNumber' | 'transactionCode' | 'amountMinor' | 'fundingSourceId'>;
  readonly code: string;
  readonly correctedData?: string;
  readonly accountNumber?: string;
  readonly routingNumber?: string;
  readonly transactionCode?: string;
  readonly amountMinor?: bigint;
}

/** The account number that `World` says of a bank. */
export const accountNumberOf = (fundingSourceId: string): string => fundingSourceId.replaceAll(/\D/g, '').slice(-9);

/** The lines of a file that returns or corrects entries. Its first entry is on line 3. */
export function linesOf(stated: readonly StatedEntry[], number = 1): string[] {
  const isCorrection = stated[0]?.code.startsWith('C') ?? false;
  const entries = stated.map((entry) => ({
    routingNumber: entry.routingNumber ?? ODFI_ROUTING_NUMBER,
    amountMinor: entry.amountMinor ?? (isCorrection ? 0n : entry.original.amountMinor),
    transactionCode: entry.transactionCode ?? String(Number(entry.original.transactionCode) - 1),
  }));
  const addendas = { ...noTotals, records: entries.length };
  const { records, debitMinor, creditMinor, entryHash } = sumOf(totalsOf(entries), addendas);
  const totals = { entryAndAddendaCount: records, entryHash, totalDebits: debitMinor, totalCredits: creditMinor };
  const batch = {
    serviceClassCode: 200,
    companyIdentification: `1${ODFI_ROUTING_NUMBER}`,
    odfiIdentification: ODFI_IDENTIFICATION,
    batchNumber: 1,
  };
  const secCode = isCorrection ? 'COR' : 'PPD';
  const count = 4 + 2 * entries.length;
  const blockCount = Math.ceil(count / LINES_PER_BLOCK);
  return [
    writeRecord(fileHeader, {
      immediateDestination: ODFI_ROUTING_NUMBER,
      immediateOrigin: '231380104',
      creationDate: '260302',
      creationTime: '1200',
      fileIdModifier: 'A',
    }),
    writeRecord(batchHeader, {
      ...batch,
      companyName: 'Halyard',
      secCode,
      entryDescription: 'PAYMENT',
      effectiveEntryDate: '260303',
      originatorStatusCode: 1,
    }),
    ...stated.flatMap((entry, index) => linesOfEntry(entry, entries[index], number + index)),
    writeRecord(batchControl, { ...batch, ...totals }),
    writeRecord(fileControl, { batchCount: 1, blockCount, ...totals }),
    ...Array.from({ length: blockCount * LINES_PER_BLOCK - count }, () => PADDING_LINE),
  ];
}

export const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

function linesOfEntry(
  { original, code, correctedData, accountNumber }: StatedEntry,
  entry: { readonly routingNumber: string; readonly amountMinor: bigint; readonly transactionCode: string } | undefined,
  number: number,
): string[] {
  const traceNumber = `${ODFI_IDENTIFICATION}${String(number).padStart(7, '0')}`;
  const addenda = { originalTraceNumber: original.traceNumber, originalRdfi: ODFI_IDENTIFICATION, traceNumber };
  return [
    writeRecord(entryDetail, {
      transactionCode: entry?.transactionCode,
      rdfiIdentification: entry?.routingNumber.slice(0, -1),
      checkDigit: entry?.routingNumber.slice(-1),
      accountNumber: accountNumber ?? accountNumberOf(original.fundingSourceId),
      amount: entry?.amountMinor,
      individualName: 'A Person',
      addendaIndicator: 1,
      traceNumber,
    }),
    correctedData === undefined
      ? writeRecord(returnAddenda, { ...addenda, returnCode: code })
      : writeRecord(correctionAddenda, { ...addenda, changeCode: code, correctedData }),
  ];
}

/** The entries that went out, in order. */
export async function sentBy({ service, accountId }: World): Promise<SentRow[]> {
  const rows = await service.dataSource.query<(Omit<SentRow, 'amountMinor'> & { amountMinor: string })[]>(
    `SELECT leg_id AS "legId", trace_number AS "traceNumber", transaction_code AS "transactionCode",
       amount_minor AS "amountMinor", funding_source_id AS "fundingSourceId"
     FROM bank_file_entries WHERE account_id = $1 AND outcome IS NULL ORDER BY trace_number`,
    [accountId],
  );
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

export async function upload(world: World, content: string | Buffer, call: TestExchange = {}): Promise<ServiceAnswer> {
  const answer = await world.service.exchange(bankFileRoutes.uploadBankFile, '/bank-files', {
    principal: world.principal,
    headers: { 'content-type': 'text/plain' },
    body: Readable.from([typeof content === 'string' ? Buffer.from(content, 'latin1') : content]),
    ...call,
  });
  if (answer instanceof Bytes) throw new Error('bytes were answered to an upload');
  return answer;
}

/** `applied R01`, `refused R67 R01`: the results of an uploaded file. @throws Error if it was refused */
export async function resultsOf(world: World, { body }: ServiceAnswer): Promise<string[]> {
  if (body.type !== 'created') throw new Error(JSON.stringify(body));
  const list = await world.call('GET', `/bank-files/${body.resource.id}/entries`, { query: { limit: '200' } });
  if (list.body.type !== 'collection') throw new Error(JSON.stringify(list.body));
  return list.body.items.map(({ attributes: { outcome, reason, code } }) =>
    [outcome, reason, code].filter((word) => typeof word === 'string').join(' '),
  );
}
