import { Injectable } from '@nestjs/common';
import type { BankNumbersFound, BankNumbersQuery } from '@halyard/contracts/bank-files';
import { Irregularities } from '@halyard/observability';
import { ErasedError, Sealer, UnsealingError } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { openNumbers } from '../bank-numbers.js';
import { HISTORY, readSnapshot } from '../source-history.js';

type NumberedBank = BankNumbersFound['banks'][number];

interface Row {
  readonly id: string;
  readonly ownerId: string;
  readonly version: number;
  /** Null for an owner who was erased. */
  readonly sealed: Buffer | null;
}

/** An erasure empties the row of a bank, and leaves the history as it was, sealed by a key that was destroyed. */
const PAST = `
  SELECT source.id, source.owner_id AS "ownerId", entry.sequence AS version,
    CASE WHEN length(source.account_number) > 0 THEN entry.sealed END AS sealed
  FROM unnest($2::uuid[], $3::integer[]) AS wanted (id, version)
  JOIN funding_sources AS source ON source.id = wanted.id AND source.account_id = $1 AND source.type = 'bank'
  JOIN history AS entry ON entry.key = source.id AND entry.sequence = coalesce(wanted.version, source.version)`;

/** The numbers of banks, from the sealed snapshots of their history (ADR 35). */
@Injectable()
export class PastBankNumbers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly irregularities: Irregularities,
  ) {}

  /** Finds banks by one statement. Banks of other accounts and versions that don't exist are left out. */
  async find({ accountId, banks }: BankNumbersQuery): Promise<readonly NumberedBank[]> {
    const rows = await this.dataSource.query<Row[]>(PAST, [
      accountId,
      banks.map(({ fundingSourceId }) => fundingSourceId),
      banks.map(({ version }) => version ?? null),
    ]);
    return Promise.all(rows.map((row) => this.open(row)));
  }

  private async open({ id, ownerId, version, sealed }: Row): Promise<NumberedBank> {
    const unknown: NumberedBank = { fundingSourceId: id, version };
    if (!sealed) return unknown;
    try {
      const source = readSnapshot(await this.sealer.open(ownerId, HISTORY, sealed));
      const numbers = await openNumbers(this.sealer, source);
      return { ...unknown, bankAccountType: source.bankAccountType ?? undefined, numbers };
    } catch (error) {
      if (error instanceof ErasedError) return unknown;
      if (!(error instanceof UnsealingError)) throw error;
      this.irregularities.note('damaged', { err: error, history: id, sequence: version });
      return unknown;
    }
  }
}
