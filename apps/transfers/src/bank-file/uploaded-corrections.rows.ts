import { Injectable } from '@nestjs/common';
import type { CorrectedValues } from '@halyard/contracts/bank-behavior';
import { DataSource } from 'typeorm';
import { readAddenda } from './nacha/read-addenda.js';
import { LINE_LENGTH } from './nacha/records.js';
import { SealedEntries } from './sealed-entries.js';

interface Row {
  readonly ownerId: string;
  readonly sealed: Buffer | null;
}

/** The values that uploaded files state in corrections. They are in the sealed lines of the files alone. */
@Injectable()
export class UploadedCorrections {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealed: SealedEntries,
  ) {}

  /**
   * @param line that of the entry, from 1
   * @returns undefined once the owner of the bank was erased
   */
  async of(fileId: string, line: number): Promise<CorrectedValues | undefined> {
    const [row] = await this.dataSource.query<Row[]>(
      `SELECT owner_id AS "ownerId", sealed FROM bank_file_entries WHERE file_id = $1 AND line = $2`,
      [fileId, line],
    );
    const lines = row && (await this.sealed.openLines(row.ownerId, row.sealed));
    const [, text] = lines?.find(([number]) => number === line + 1) ?? [];
    const states = readAddenda(line + 1, text?.slice(0, LINE_LENGTH), 'COR').addenda?.states;
    return states?.type === 'correction' ? states.corrected : undefined;
  }
}
