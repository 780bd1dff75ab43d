import { amountInUsd } from '@halyard/core';
import type { Statement } from './statement.query.js';

const HEADER = ['row', 'revision', 'at', 'amount', 'balance', 'currency', 'transfer'];

/** CSV by RFC 4180. Cells are words, numbers, times and ids, so none can contain a separator. */
export function statementCsv({ from, to, opening, lines, closing }: Statement): string {
  const dollars = (minor: bigint): string => amountInUsd(minor).value;
  const rows = [
    HEADER,
    ['opening', opening.number, from, '', dollars(opening.total), 'USD', ''],
    ...lines.map(({ number, at, minor, total, transferId }) => [
      'posting',
      number,
      at,
      dollars(minor),
      dollars(total),
      'USD',
      transferId,
    ]),
    ['closing', closing.number, to, '', dollars(closing.total), 'USD', ''],
  ];
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}
