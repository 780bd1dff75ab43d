import { randomUUID } from 'node:crypto';
import type { HalAnswer, HalClient } from '@halyard/suite/client';

/** The bank of the suite in the sandbox. */
const ODFI = '222222226';
const WIDTH = 94;

/** An entry of a file that went out, as its line has it. */
export interface SentEntry {
  readonly transactionCode: string;
  readonly accountNumber: string;
  /** Ten digits. */
  readonly cents: string;
  readonly name: string;
  readonly traceNumber: string;
}

/** A bank's answer to an entry. */
export interface BankAnswer {
  readonly entry: SentEntry;
  readonly code: string;
  /** The corrected data of a correction, as the columns of its code have it. */
  readonly corrected?: string;
}

/** The entries of a file's content. */
export const sentEntries = (content: string): readonly SentEntry[] =>
  content
    .split('\n')
    .filter((line) => line.startsWith('6'))
    .map((line) => ({
      transactionCode: line.slice(1, 3),
      accountNumber: line.slice(12, 29).trim(),
      cents: line.slice(29, 39),
      name: line.slice(54, 76).trim(),
      traceNumber: line.slice(79),
    }));

/** A file with all answers of a bank in one batch: all of them returns, or all of them corrections. */
export function returnFile(answers: readonly BankAnswer[]): string {
  const isCorrection = answers.some(({ code }) => code.startsWith('C'));
  const sums = { '0': 0n, '1': 0n };
  const entries = answers.flatMap(({ entry, code, corrected = '' }, at) => {
    const cents = isCorrection ? '0'.repeat(10) : entry.cents;
    const transactionCode = Number(entry.transactionCode) - 1;
    sums[transactionCode % 10 > 5 ? '1' : '0'] += BigInt(cents);
    const trace = `${ODFI.slice(0, 8)}${String(at + 1).padStart(7, '0')}`;
    const original = `${entry.traceNumber}${' '.repeat(6)}${ODFI.slice(0, 8)}`;
    return [
      `6${transactionCode}${ODFI}${entry.accountNumber.padEnd(17)}${cents}${' '.repeat(15)}${entry.name.padEnd(24)}1${trace}`,
      `7${isCorrection ? '98' : '99'}${code}${original}${corrected.padEnd(44)}${trace}`,
    ];
  });
  const hash = String(BigInt(ODFI.slice(0, 8)) * BigInt(answers.length))
    .padStart(10, '0')
    .slice(-10);
  const [debits, credits] = [sums['1'], sums['0']].map((sum) => String(sum).padStart(12, '0'));
  const count = (digits: number): string => String(entries.length).padStart(digits, '0');
  const company = '1234567890';
  const batch = `${ODFI.slice(0, 8)}0000001`;
  const blocks = Math.ceil((entries.length + 4) / 10);
  const lines = [
    `101 ${ODFI} ${ODFI}2603021200A094101${'SANDBOX'.padEnd(23)}${'HALYARD'.padEnd(23)}${' '.repeat(8)}`,
    `5200${'HALYARD'.padEnd(36)}${company}${isCorrection ? 'COR' : 'PPD'}${'PAYMENT'.padEnd(16)}260302   1${batch}`,
    ...entries,
    `8200${count(6)}${hash}${debits ?? ''}${credits ?? ''}${company}${' '.repeat(25)}${batch}`,
    `9000001${String(blocks).padStart(6, '0')}${count(8)}${hash}${debits ?? ''}${credits ?? ''}${' '.repeat(39)}`,
  ];
  while (lines.length % 10 !== 0) lines.push('9'.repeat(WIDTH));
  return lines.map((line) => `${line}\n`).join('');
}

/** A return of an entry that nobody has sent: the file is taken, and its entry refused. */
export const fileOfUnknownEntry = (): string =>
  returnFile([
    {
      entry: {
        ...{ transactionCode: '27', accountNumber: '123456789', cents: '0000000100', name: 'Ada Byron' },
        traceNumber: `${ODFI.slice(0, 8)}9999999`,
      },
      code: 'R01',
    },
  ]);

interface UploadOptions {
  readonly key?: string;
  /** Whether the file is a part of a form. It is the whole body otherwise. */
  readonly isForm?: boolean;
}

const BOUNDARY = '----a-boundary';

/** Uploads a file of a bank. */
export async function upload(
  client: HalClient,
  content: string | Buffer,
  { key = randomUUID(), isForm = false }: UploadOptions = {},
): Promise<HalAnswer> {
  const before = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="answer.ach"\r\n\r\n`;
  const form = [before, content, `\r\n--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part));
  const headers = {
    authorization: `Bearer ${await client.accessToken()}`,
    'content-type': isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'text/plain',
    'idempotency-key': key,
  };
  return client.raw('POST', '/bank-files', headers, isForm ? Buffer.concat(form) : Buffer.from(content));
}
