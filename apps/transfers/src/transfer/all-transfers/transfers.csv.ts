import { formatAmount } from '@halyard/core';
import { endsOf } from '../transfer.answer.js';
import type { ExportedTransfer } from './export-transfers.query.js';

const HEADER = [
  'id',
  'payment',
  'created',
  'ended',
  'status',
  'code',
  'amount',
  'currency',
  'fee',
  'source',
  'destination',
  'correlationId',
];

/** Matches text that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@]/;
const QUOTED = /[",\r\n]/;

/** A cell (RFC 4180) that no spreadsheet calculates. */
export function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

function cellsOf({ transfer, ended, feesMinor }: ExportedTransfer): string[] {
  const { source, destination } = endsOf(transfer);
  return [
    transfer.id,
    transfer.paymentId,
    transfer.created.toISOString(),
    ended?.toISOString() ?? '',
    transfer.status,
    transfer.failureCode ?? '',
    formatAmount(transfer.amountMinor),
    'USD',
    feesMinor === undefined ? '' : formatAmount(feesMinor),
    source.id,
    destination.id,
    transfer.correlationId ?? '',
  ];
}

/** Yields the header, and then a text for each page. */
export async function* transfersCsv(pages: AsyncIterable<readonly ExportedTransfer[]>): AsyncGenerator<string> {
  yield lineOf(HEADER);
  for await (const page of pages) yield page.map((transfer) => lineOf(cellsOf(transfer))).join('');
}
