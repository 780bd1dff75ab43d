import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { NUMBERS_AT_ONCE_MAX } from '@halyard/contracts/bank-files';
import { DataSource } from 'typeorm';
import { BankNumbers, keyOfBank, type NumberedBank, type WantedBank } from '../bank-behavior/bank-numbers.js';
import { type BankFile, type BankFileEntry, entriesAfter } from './bank-files.rows.js';
import { batchesOf, type ClosedBatch, type ClosedFile, type MadeTotals } from './close-files.rows.js';
import {
  entryHashText,
  type NachaEntry,
  type NachaTotals,
  noTotals,
  sumOf,
  type TransactionCode,
} from './nacha/nacha-file.js';
import { linesOf } from './nacha/write-nacha.js';
import { SealedEntries } from './sealed-entries.js';

/** Stands for the number and the name of an erased person. */
const ERASED = 'ERASED';
const LINES_PER_CHUNK = 500;
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** Writes out the content of files to the banks, which nothing keeps in plain. */
@Injectable()
export class FileContents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly numbers: BankNumbers,
    private readonly sealed: SealedEntries,
  ) {}

  /** @throws DomainError ServiceUnavailable */
  async totalsOf(file: ClosedFile, operation: Operation): Promise<MadeTotals> {
    const batches = await batchesOf(this.dataSource, file.id);
    const hashes = await Promise.all(batches.map((batch) => this.hashOf(file, batch)));
    const totals = batches.map((batch, index) => totalsOf(batch, hashes[index]));
    const sum = totals.reduce(sumOf, noTotals);
    const batchHashes = totals.map(entryHashText);
    const sha256 = createHash('sha256');
    for await (const line of this.lines({ ...file, batchHashes }, operation)) sha256.update(line);
    return {
      effectiveDate: batches.map(({ settlesOn }) => settlesOn).sort()[0] ?? '',
      batches: batches.length,
      entries: sum.records,
      debitsMinor: sum.debitMinor,
      creditsMinor: sum.creditMinor,
      entryHash: entryHashText(sum),
      batchHashes,
      sha256: sha256.digest('hex'),
    };
  }

  /**
   * The content of a file to the banks, many lines at a time.
   * @throws DomainError ServiceUnavailable
   */
  async *chunksOf(file: BankFile, operation: Operation): AsyncGenerator<string> {
    let chunk: string[] = [];
    for await (const line of this.lines(file, operation)) {
      if (chunk.push(line) < LINES_PER_CHUNK) continue;
      yield chunk.join('');
      chunk = [];
    }
    yield chunk.join('');
  }

  private async *lines(file: ClosedFile & Pick<BankFile, 'batchHashes'>, operation: Operation): AsyncGenerator<string> {
    const batches = await batchesOf(this.dataSource, file.id);
    const companyName = await this.sealed.openCompany(file.accountId, file.sealed);
    yield* linesOf({
      created: file.created,
      modifier: MODIFIERS.charAt((file.number - 1) % MODIFIERS.length),
      batches: batches.map((batch, index) => ({
        sec: batch.sec,
        companyName,
        description: batch.isMicroDeposit ? 'ACCTVERIFY' : 'PAYMENT',
        effectiveDate: batch.settlesOn,
        totals: totalsOf(batch, BigInt(file.batchHashes[index] ?? 0)),
        entries: this.entriesOf(file, batch, operation),
      })),
    });
  }

  private async *entriesOf(
    { id, accountId }: ClosedFile,
    batch: ClosedBatch,
    operation: Operation,
  ): AsyncGenerator<NachaEntry> {
    for await (const page of this.pagesOf(id, batch)) {
      const found = await this.numbers.of(accountId, page.flatMap(bankOf), operation);
      await this.sealed.prepare(page.map(({ ownerId }) => ownerId));
      yield* await Promise.all(page.map((entry) => this.entryOf(accountId, entry, found)));
    }
  }

  private async entryOf(
    accountId: string,
    entry: BankFileEntry,
    found: ReadonlyMap<string, NumberedBank>,
  ): Promise<NachaEntry> {
    const { transactionCode, amountMinor, traceNumber, ownerId, sealed, sealedForAccount } = entry;
    const [numbers] = bankOf(entry).map((bank) => found.get(keyOfBank(bank))?.numbers);
    const holder = numbers && (await this.sealed.openHolder(ownerId, sealed));
    return {
      transactionCode: transactionCode as TransactionCode,
      routingNumber: numbers?.routingNumber ?? (await this.sealed.openRouting(accountId, sealedForAccount)),
      accountNumber: holder && numbers ? numbers.accountNumber : ERASED,
      amountMinor,
      individualId: holder?.individualId ?? '',
      name: holder?.name ?? ERASED,
      traceNumber,
    };
  }

  private async hashOf({ id, accountId }: ClosedFile, batch: ClosedBatch): Promise<bigint> {
    let sum = 0n;
    for await (const page of this.pagesOf(id, batch)) {
      const routings = await Promise.all(
        page.map(({ sealedForAccount }) => this.sealed.openRouting(accountId, sealedForAccount)),
      );
      for (const routing of routings) sum += BigInt(routing.slice(0, -1));
    }
    return sum % HASH_MODULUS;
  }

  private async *pagesOf(fileId: string, { firstLine, lastLine: last }: ClosedBatch): AsyncGenerator<BankFileEntry[]> {
    for (let after = firstLine - 1; after < last;) {
      const page = await entriesAfter(this.dataSource, fileId, { after, last, limit: NUMBERS_AT_ONCE_MAX });
      yield page;
      after = page.at(-1)?.line ?? last;
    }
  }
}

const bankOf = ({ fundingSourceId, bankVersion }: BankFileEntry): WantedBank[] =>
  fundingSourceId === null || bankVersion === null ? [] : [{ fundingSourceId, version: bankVersion }];

const HASH_MODULUS = 10_000_000_000n;

const totalsOf = ({ entries, debitMinor, creditMinor }: ClosedBatch, entryHash = 0n): NachaTotals => ({
  records: entries,
  debitMinor,
  creditMinor,
  entryHash,
});
