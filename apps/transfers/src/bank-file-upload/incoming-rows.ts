import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { centralTime } from '@halyard/core';
import type { IncomingEntry, IncomingFile } from '../bank-file/incoming-files.rows.js';
import { entryHashText } from '../bank-file/nacha/nacha-file.js';
import {
  correctionAddenda,
  entryDetail,
  type RecordLayout,
  returnAddenda,
  withText,
} from '../bank-file/nacha/records.js';
import type { UploadedFile } from '../bank-file/nacha/uploaded-file.js';
import { type NumberedLine, SealedEntries } from '../bank-file/sealed-entries.js';
import type { MatchedEntry } from './matched-entries.js';

interface NewFile {
  readonly fileId: string;
  readonly accountId: string;
  readonly created: Date;
}

interface StoredUpload {
  readonly file: IncomingFile;
  readonly entries: readonly IncomingEntry[];
}

const ERASED = 'ERASED';

/** Makes the rows of an uploaded file. Its text is in sealed columns alone. */
@Injectable()
export class IncomingRows {
  constructor(private readonly sealed: SealedEntries) {}

  async of(
    { fileId: id, accountId, created }: NewFile,
    file: UploadedFile,
    matched: readonly MatchedEntry[],
  ): Promise<StoredUpload> {
    await this.sealed.prepare([
      accountId,
      ...matched.flatMap(({ sent, isErased }) => (isErased ? [] : (sent?.ownerId ?? []))),
    ]);
    const lines = file.lines.map((line): string => line.replace(/\n$/, ''));
    const inEntries = new Set(matched.flatMap(({ entry: { line } }) => [line, line + 1]));
    const others = lines.map((text, index): NumberedLine => [index + 1, text]).filter(([line]) => !inEntries.has(line));
    const { debitMinor: debitsMinor, creditMinor: creditsMinor } = file.totals;
    return {
      file: {
        id,
        accountId,
        created,
        effectiveDate: file.effectiveDate ?? centralTime(created).date,
        batches: file.batches,
        entries: file.entries.length,
        debitsMinor,
        creditsMinor,
        entryHash: entryHashText(file.totals),
        sha256: createHash('sha256')
          .update(lines.map((text) => `${text}\n`).join(''), 'latin1')
          .digest('hex'),
        sealed: await this.sealed.sealLines(accountId, others),
      },
      entries: await Promise.all(matched.map((entry) => this.entryOf(accountId, lines, entry))),
    };
  }

  private async entryOf(accountId: string, lines: readonly string[], matched: MatchedEntry): Promise<IncomingEntry> {
    const { entry, sent, isErased, leg, reason } = matched;
    const { line, traceNumber, batch, transactionCode, amountMinor, states } = entry;
    const addenda = lines[line] ?? '';
    const text: readonly NumberedLine[] = [
      [line, lines[line - 1] ?? ''],
      [line + 1, addenda],
    ];
    const ownerId = sent?.ownerId ?? accountId;
    const sealed = sent && !isErased ? await this.sealed.sealLines(ownerId, text) : null;
    return {
      line,
      traceNumber,
      batch,
      transactionCode,
      amountMinor,
      legId: leg?.legId ?? null,
      isMicroDeposit: sent?.isMicroDeposit ?? false,
      fundingSourceId: sent?.fundingSourceId ?? null,
      status: states.type === 'return' ? 'returned' : 'corrected',
      outcome: reason ? 'refused' : 'applied',
      reason: reason ?? null,
      code: states.code,
      ownerId,
      sealed,
      sealedForAccount: await this.sealed.sealLines(accountId, sent ? text.map(erased) : text),
    };
  }
}

/** Replaces what a line of an entry, or of its addenda, may tell of a person. */
function erased([line, text]: NumberedLine): NumberedLine {
  if (text.startsWith('6')) {
    return [line, replaced(entryDetail, text, 'accountNumber', 'individualId', 'individualName')];
  }
  return text.startsWith('799')
    ? [line, replaced(returnAddenda, text, 'dateOfDeath', 'addendaInformation')]
    : [line, replaced(correctionAddenda, text, 'correctedData')];
}

const replaced = <Name extends string>(
  layout: RecordLayout<Name>,
  text: string,
  ...names: readonly NoInfer<Name>[]
): string => names.reduce((line, name) => withText(layout, line, name, ERASED), text);
