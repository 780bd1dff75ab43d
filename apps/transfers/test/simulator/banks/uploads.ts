import type { Operation } from '@halyard/contracts';
import { linesOf, type StatedEntry, textOf } from '../../uploads.js';
import type { Random } from '../random.js';
import type { BankOwner } from './bank-owner.js';
import type { FileTables } from './file-tables.js';

/** A file of returns or corrections. The same content may be uploaded again by another operation. */
export interface Upload {
  readonly operation: Operation;
  readonly content: Buffer;
  /** Line -> the code with which its entry has to be refused, whatever else happens. */
  readonly refused: ReadonlyMap<number, string>;
}

const FIRST_LINE = 3;
const LINES_OF_ENTRY = 2;
const ENTRIES_MAX = 3;
const UNKNOWN_TRACE = '222222229999999';
const codes = ['R01', 'R03', 'R10'] as const;
const corrections = [
  ['C01', '7654321'],
  ['C09', '42'],
] as const;

/** @returns undefined while nothing has gone out */
export function randomUpload(
  random: Random,
  { sent }: FileTables,
  owner: BankOwner,
): Omit<Upload, 'operation'> | undefined {
  const known = [...sent.values()].filter(({ isListed }) => isListed);
  if (known.length === 0) return undefined;
  const isCorrection = random.chance(40);
  const refused = new Map<number, string>();
  const stated = Array.from({ length: 1 + random.int(ENTRIES_MAX) }, (_, index): StatedEntry => {
    const line = FIRST_LINE + LINES_OF_ENTRY * index;
    const { amountMinor: amount, bankVersion, ...entry } = random.pick(known);
    const fault = random.int(10);
    const accountNumber = owner.numbersOfVersion(entry.fundingSourceId, bankVersion)?.accountNumber ?? '';
    if (fault === 0) refused.set(line, 'R61');
    if (fault === 1) refused.set(line, 'R69');
    const isWrong = fault === 1;
    const traceNumber = fault === 0 ? UNKNOWN_TRACE : entry.traceNumber;
    const original = { ...entry, traceNumber, amountMinor: BigInt(amount) + (isWrong && !isCorrection ? 1n : 0n) };
    const numbered = { original, accountNumber: isWrong && isCorrection ? '11' : accountNumber };
    if (!isCorrection) return { ...numbered, code: random.pick(codes) };
    const [code, correctedData] = random.pick(corrections);
    return { ...numbered, code, correctedData };
  });
  return { content: Buffer.from(textOf(linesOf(stated)), 'latin1'), refused };
}
