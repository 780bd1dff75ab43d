import { Readable } from 'node:stream';
import { validationError } from '@halyard/core';
import { Bytes } from '@halyard/http';
import { usualFault } from '@halyard/input';
import type { ExportedPages } from './export-transfers.query.js';
import { transfersCsv } from './transfers.csv.js';

export const csvAnswer = (pages: ExportedPages): Bytes =>
  new Bytes(Readable.from(transfersCsv(pages), { objectMode: false }), {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="transfers.csv"',
  });

/** @throws DomainError ValidationError: a file has no pages */
export function refusePages(query: Readonly<Record<string, unknown>>): void {
  const faults = ['limit', 'offset'].flatMap((name) =>
    name in query
      ? [usualFault('NotAllowed', `/query/${name}`, 'A file has all rows that the filters match: leave it out.')]
      : [],
  );
  if (faults.length > 0) throw validationError(...faults);
}
