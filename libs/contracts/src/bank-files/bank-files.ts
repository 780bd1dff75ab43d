import { z } from 'zod';
import { account, bank, created, dollars, exampleIds, to } from '../kernel/rows/example.js';
import { text } from '../kernel/rows/field-contents.js';
import { defineResource } from '../kernel/rows/resource.js';
import { answersOf, bytes } from '../kernel/rows/route-answer.js';
import { routesOf } from '../kernel/rows/route.js';
import { count, day, id, time, usd } from '../kernel/rows/schemas.js';

const transactions = routesOf('transfers', 'transactions');
const accountInfoFull = routesOf('transfers', 'accountinfofull');

/** Bytes of the content of an uploaded file. */
export const BANK_FILE_BYTES_MAX = 1_024 * 1_024;
/** Bytes of a form besides its file. */
const FORM_BYTES_MAX = 64 * 1_024;
/** A file has 950 bytes for each ten lines. 200,000 entries are 19 MB. */
const CONTENT_BYTES_MAX = 1_024 * 1_024 * 1_024;

export const fileDirections = ['out', 'in'] as const;
export const fileWindows = ['standard', 'same-day', 'simulation', 'upload'] as const;
export type FileWindow = (typeof fileWindows)[number];

/** The network's codes for returns that do not fit: misrouted, duplicate, untimely, with a field that differs. */
export const refusedReturnCodes = ['R61', 'R67', 'R68', 'R69'] as const;
export type RefusedReturnCode = (typeof refusedReturnCodes)[number];

export const bankFileResources = {
  'bank-file': defineResource({
    attributes: z.object({
      id,
      direction: z.enum(fileDirections),
      window: z.enum(fileWindows),
      created: time.describe('The cut-off, or when the file was made.'),
      effectiveDate: day.describe('The earliest settlement day of its entries.'),
      batches: count,
      entries: count,
      debits: usd,
      credits: usd,
      entryHash: text('kept')
        .regex(/^\d{10}$/)
        .describe('The sum of the routing numbers of its entries without their check digits, in its last ten digits.'),
      sha256: text('kept').describe('Hex digits, of the content when the file was made.'),
    }),
    links: { entries: 'listBankFileEntries', content: 'getBankFileContent', account: 'account' },
    example: {
      attributes: {
        direction: 'out',
        window: 'standard',
        created,
        effectiveDate: '2026-01-20',
        batches: 1,
        entries: 1,
        debits: dollars('225.00'),
        credits: dollars('0.00'),
        entryHash: '0022222222',
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      },
      links: {
        entries: to('listBankFileEntries', exampleIds.other),
        content: to('getBankFileContent', exampleIds.other),
        account,
      },
    },
  }),
  'bank-file-entry': defineResource({
    attributes: z.object({
      line: count.describe('From 1.'),
      traceNumber: text('kept'),
      batch: z.enum(['PPD', 'CCD', 'COR']),
      transactionCode: text('kept'),
      amount: usd,
      status: z
        .enum(['submitted', 'settled', 'returned', 'corrected'])
        .describe('What became of the entry; in a file from the bank, what it says of the entry.'),
      outcome: z.enum(['applied', 'refused']).optional().describe('In a file from the bank.'),
      reason: z.enum(refusedReturnCodes).optional().describe("The network's code for why it was refused."),
      code: text('kept').optional().describe('The code of the return or correction, as the file says it.'),
    }),
    links: { transfer: 'transfer', 'funding-source': 'funding-source' },
    resourceType: 'entry',
    example: {
      attributes: {
        line: 3,
        traceNumber: '222222220000001',
        batch: 'PPD',
        transactionCode: '27',
        amount: dollars('225.00'),
        status: 'settled',
      },
      links: { transfer: to('transfer', exampleIds.transfer), 'funding-source': bank },
    },
  }),
};

const { made, pages, resource } = answersOf(bankFileResources);

export const bankFileRoutes = {
  listBankFiles: transactions.get('/bank-files', {
    description: 'Lists the files that went to the banks and those that came from them, the newest first.',
    sandboxOnly: true,
    answers: [pages('bank-file')],
  }),
  uploadBankFile: accountInfoFull.post('/bank-files', {
    category: 'moves money',
    description:
      'Uploads a file of returns or corrections in the Nacha format. Each entry has the effect that it would have if it came from the bank. The answer comes once all effects are stored. A file with a wrong form is refused whole.',
    sandboxOnly: true,
    kind: 'raw',
    takes: ['multipart/form-data', 'text/plain'],
    limits: { bytesIn: BANK_FILE_BYTES_MAX + FORM_BYTES_MAX, timeMs: 60_000, inFlightMax: 8, ofOneCallerMax: 2 },
    answers: [made('bank-file')],
  }),
  getBankFile: transactions.get('/bank-files/:id', {
    description: 'Returns a file with its totals.',
    sandboxOnly: true,
    answers: [resource('bank-file')],
  }),
  listBankFileEntries: transactions.get('/bank-files/:id/entries', {
    description: 'Lists the entries of a file, in their order, with what became of each.',
    sandboxOnly: true,
    answers: [pages('bank-file-entry')],
  }),
  getBankFileContent: accountInfoFull.get('/bank-files/:id/content', {
    description: 'Writes the file out in the Nacha format, with the numbers of the banks.',
    sandboxOnly: true,
    kind: 'stream',
    gives: ['text/plain'],
    limits: { bytesOut: CONTENT_BYTES_MAX, inFlightMax: 8, ofOneCallerMax: 2 },
    answers: [bytes],
    resourceType: 'content',
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof bankFileResources> {}
  interface RouteRows extends Readonly<typeof bankFileRoutes> {}
}
