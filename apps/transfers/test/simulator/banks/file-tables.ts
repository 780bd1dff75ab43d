import { ODFI_IDENTIFICATION } from '../../../src/bank-file/nacha/nacha-file.js';
import type { FileLeg, HandOverFile } from '../../../src/bank-file/file-leg.js';
import type { OutgoingFiles } from '../../../src/bank-file/outgoing-files.js';
import type { BankDatabase, ConnectedToBanks, Transaction } from './bank-database.js';
import type { BankOwner } from './bank-owner.js';

/** An entry that went out. */
export interface SentEntry {
  readonly batchId: string;
  readonly legId: string;
  readonly traceNumber: string;
  readonly transactionCode: string;
  readonly amountMinor: string;
  readonly fundingSourceId: string;
  readonly bankVersion: number;
  readonly ownerId: string;
  /** Its file is made. */
  isListed: boolean;
}

/** An entry of an uploaded file, by its columns. */
export interface IncomingRow {
  readonly file_id: string;
  readonly line: number;
  readonly leg_id: string | null;
  readonly status: 'returned' | 'corrected';
  readonly outcome: 'applied' | 'refused';
  readonly reason: string | null;
  readonly code: string;
  readonly owner_id: string;
  readonly sealed: string | null;
}

/** The files to the banks, and those from the banks. */
export class FileTables {
  /** By leg. */
  readonly sent = new Map<string, SentEntry>();
  readonly incoming: IncomingRow[] = [];
  private traces = 0;

  nextTrace(): string {
    this.traces += 1;
    return `${ODFI_IDENTIFICATION}${String(this.traces).padStart(7, '0')}`;
  }
}

/** An index that allows each row once refuses one. */
class NotUnique extends Error {
  readonly code = '23505';
}

const nameOf = ({ leg_id: legId, status, code }: IncomingRow): string =>
  `${legId} ${status === 'returned' ? 'return' : code}`;

type Statement = (to: ConnectedToBanks, tx: Transaction | undefined, parameters: readonly unknown[]) => unknown;

function insertEntries(
  { tables: { files } }: ConnectedToBanks,
  tx: Transaction | undefined,
  [json]: readonly unknown[],
) {
  const rows = JSON.parse(String(json)) as IncomingRow[];
  const applied = [...files.incoming, ...rows].filter(({ outcome }) => outcome === 'applied').map(nameOf);
  if (new Set(applied).size !== applied.length) throw new NotUnique('an entry was applied before');
  tx?.writes.push(() => files.incoming.push(...rows));
}

/** The effects of the statements about files, by the beginnings of the statements. */
export const fileStatements: readonly (readonly [start: string, run: Statement])[] = [
  [
    'SELECT entry.file_id AS "fileId"',
    ({ tables: { files } }, _, [, traces]) =>
      [...files.sent.values()].filter((one) => one.isListed && (traces as string[]).includes(one.traceNumber)),
  ],
  [
    'SELECT leg_id AS "legId", status, code FROM bank_file_entries',
    ({ tables: { files } }, _, [, ids]) =>
      files.incoming
        .filter((row) => row.outcome === 'applied' && (ids as (string | null)[]).includes(row.leg_id))
        .map(({ leg_id: legId, status, code }) => ({ legId, status, code })),
  ],
  [
    'INSERT INTO bank_file_counters',
    async ({ locks, life }, tx, [accountId]) => {
      if (tx) await locks.take(`files ${String(accountId)}`, tx, life);
      return [{ last_file: '0', last_trace: 0 }];
    },
  ],
  ['UPDATE bank_file_counters', () => []],
  ['INSERT INTO bank_files', (_to, _tx, [id]) => [{ id }]],
  ['INSERT INTO bank_file_entries SELECT', insertEntries],
  [
    'SELECT owner_id AS "ownerId", sealed FROM bank_file_entries',
    ({ tables: { files } }, _, [fileId, line]) =>
      files.incoming
        .filter((row) => row.file_id === fileId && row.line === line)
        .map(({ owner_id: ownerId, sealed }) => ({ ownerId, sealed: sealed && Buffer.from(sealed.slice(2), 'hex') })),
  ],
];

/** Gives entries their trace numbers, and lists them once their file is made. */
export function outgoingFilesOf(database: BankDatabase, owner: BankOwner): OutgoingFiles {
  const { files } = database.to.tables;
  const ofBatch = (batchId: string) =>
    [...files.sent.values()].filter((one) => one.batchId === batchId && !one.isListed);
  const add = ({ batchId }: HandOverFile, legs: readonly FileLeg[]): Promise<void> =>
    database.transaction((tx) => {
      database.writesOf(tx).push(() => {
        for (const { legId, amountMinor, direction, fundingSourceId, ownerId } of legs) {
          if (files.sent.has(legId)) continue;
          const [traceNumber, transactionCode] = [files.nextTrace(), direction === 'debit' ? '27' : '22'];
          const bankVersion = owner.find(fundingSourceId)?.fact.version ?? 1;
          const entry = { batchId, legId, traceNumber, transactionCode, amountMinor: String(amountMinor) };
          files.sent.set(legId, { ...entry, fundingSourceId, bankVersion, ownerId, isListed: false });
        }
      });
      return Promise.resolve();
    });
  const make = (batchId: string, gone: ReadonlySet<string>): Promise<void> =>
    database.transaction((tx) => {
      database.writesOf(tx).push(() => {
        for (const entry of ofBatch(batchId)) {
          if (gone.has(entry.legId)) entry.isListed = true;
          else files.sent.delete(entry.legId);
        }
      });
      return Promise.resolve();
    });
  const openLegsOf = (batchId: string) => Promise.resolve(ofBatch(batchId).map(({ legId }) => legId));
  const legsIn = (_: string, ids: readonly string[]) =>
    Promise.resolve(new Set(ids.filter((id) => files.sent.has(id))));
  return { add, make, openLegsOf, legsIn } as unknown as OutgoingFiles;
}
