import { centralTime } from '@halyard/core';
import {
  type NachaBatch,
  type NachaEntry,
  type NachaFile,
  type NachaTotals,
  noTotals,
  ODFI_IDENTIFICATION,
  ODFI_ROUTING_NUMBER,
  sumOf,
} from './nacha-file.js';
import {
  batchControl,
  batchHeader,
  entryDetail,
  fileControl,
  fileHeader,
  LINES_PER_BLOCK,
  PADDING_LINE,
  writeRecord,
} from './records.js';

/** Identifies the originator, as its bank gave it. */
const COMPANY_ID = `1${ODFI_ROUTING_NUMBER}`;
const BANK_NAME = 'SANDBOX TEST BANK';
const ORIGIN_NAME = 'HALYARD';
/** `YYMMDD`. */
const dateOf = (date: string): string => date.slice(2).replaceAll('-', '');
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Writes a file, each line with its line end. */
export async function* linesOf(file: NachaFile): AsyncGenerator<string> {
  let count = 0;
  for await (const line of recordsOf(file)) {
    count += 1;
    yield `${line}\n`;
  }
  for (; count % LINES_PER_BLOCK !== 0; count += 1) yield `${PADDING_LINE}\n`;
}

async function* recordsOf({ created, modifier, batches }: NachaFile): AsyncGenerator<string> {
  const { date, hour, minute } = centralTime(created);
  yield writeRecord(fileHeader, {
    immediateDestination: ODFI_ROUTING_NUMBER,
    immediateOrigin: ODFI_ROUTING_NUMBER,
    creationDate: dateOf(date),
    creationTime: twoDigits(hour) + twoDigits(minute),
    fileIdModifier: modifier,
    immediateDestinationName: BANK_NAME,
    immediateOriginName: ORIGIN_NAME,
  });
  for (const [index, batch] of batches.entries()) yield* batchRecordsOf(batch, index + 1);
  const totals = batches.reduce((sum, batch) => sumOf(sum, batch.totals), noTotals);
  const lines = 2 + 2 * batches.length + totals.records;
  yield writeRecord(fileControl, {
    batchCount: batches.length,
    blockCount: Math.ceil(lines / LINES_PER_BLOCK),
    ...totalFields(totals),
  });
}

async function* batchRecordsOf(batch: NachaBatch, batchNumber: number): AsyncGenerator<string> {
  const ends = {
    serviceClassCode: serviceClassOf(batch.totals),
    companyIdentification: COMPANY_ID,
    odfiIdentification: ODFI_IDENTIFICATION,
    batchNumber,
  };
  yield writeRecord(batchHeader, {
    ...ends,
    companyName: batch.companyName,
    secCode: batch.sec,
    entryDescription: batch.description,
    effectiveEntryDate: dateOf(batch.effectiveDate),
  });
  for await (const entry of batch.entries) yield entryRecordOf(entry);
  yield writeRecord(batchControl, { ...ends, ...totalFields(batch.totals) });
}

const entryRecordOf = (entry: NachaEntry): string =>
  writeRecord(entryDetail, {
    transactionCode: entry.transactionCode,
    rdfiIdentification: entry.routingNumber.slice(0, -1),
    checkDigit: entry.routingNumber.slice(-1),
    accountNumber: entry.accountNumber,
    amount: entry.amountMinor,
    individualId: entry.individualId,
    individualName: entry.name,
    traceNumber: entry.traceNumber,
  });

function serviceClassOf({ debitMinor, creditMinor }: NachaTotals): string {
  if (debitMinor > 0n && creditMinor > 0n) return '200';
  return debitMinor > 0n ? '225' : '220';
}

const totalFields = ({ records, debitMinor, creditMinor, entryHash }: NachaTotals) => ({
  entryAndAddendaCount: records,
  entryHash,
  totalDebits: debitMinor,
  totalCredits: creditMinor,
});
