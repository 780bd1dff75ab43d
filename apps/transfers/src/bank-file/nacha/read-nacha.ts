import { type CalendarDate, type Fault, FAULTS_MAX } from '@halyard/core';
import { fieldFaults, lineFault, shapeFaults, valueFault } from './line-faults.js';
import { type NachaTotals, noTotals, sumOf, totalsOf } from './nacha-file.js';
import { readAddenda } from './read-addenda.js';
import {
  batchControl,
  batchHeader,
  entryDetail,
  fileControl,
  fileHeader,
  LINES_PER_BLOCK,
  PADDING_LINE,
  readRecord,
  type RecordLayout,
  type RecordValues,
} from './records.js';
import type { UploadedEntry, UploadedFile } from './uploaded-file.js';

export type NachaReading = UploadedFile | { readonly faults: readonly Fault[] };

/**
 * Reads a file of returns (addenda 99) or corrections (addenda 98) in the Nacha format.
 *
 * @param content one character for each byte; lines end in LF or CRLF
 * @returns the file, or its first faults
 */
export function readNacha(content: string): NachaReading {
  const reader = new NachaReader();
  for (let start = 0; start < content.length || reader.lines.length === 0;) {
    const found = content.indexOf('\n', start);
    const end = found === -1 ? content.length : found + 1;
    reader.read(content.slice(start, end));
    if (reader.faults.length >= FAULTS_MAX) return { faults: reader.faults.slice(0, FAULTS_MAX) };
    start = end;
  }
  return reader.end();
}

/** Which records each record can follow, by their types. */
const FOLLOWS: Readonly<Record<string, string>> = { '5': '18', '6': '57', '7': '6', '8': '7', '9': '8' };

const SERVICE_CLASSES: ReadonlySet<string> = new Set(['200', '220', '225']);
/** Returns and corrections of credits and debits: of checking accounts, then of savings accounts. */
const TRANSACTION_CODES: ReadonlySet<string> = new Set(['21', '26', '31', '36']);

interface OpenBatch {
  /** Absent if it can't be read. */
  readonly header?: RecordValues<typeof batchHeader>;
  totals: NachaTotals;
}

interface OpenEntry {
  readonly line: number;
  readonly values: RecordValues<typeof entryDetail>;
}

const isSec = (code: string | undefined): code is UploadedEntry['batch'] =>
  code === 'PPD' || code === 'CCD' || code === 'COR';

class NachaReader {
  readonly lines: string[] = [];
  readonly faults: Fault[] = [];
  private readonly entries: UploadedEntry[] = [];
  /** Type of the record before. */
  private previous = '';
  private batch: OpenBatch | undefined;
  private entry: OpenEntry | undefined;
  private batches = 0;
  private totals: NachaTotals = noTotals;
  private effectiveDate: CalendarDate | undefined;
  /** The number of blocks that the file control record states, with its line. */
  private blocks: { readonly line: number; readonly count: number } | undefined;
  /** Whether the totals of the batch, and of the file, can be compared: all their records could be read. */
  private isBatchWhole = true;
  private isFileWhole = true;

  private get line(): number {
    return this.lines.length;
  }

  /** @param line with its line end */
  read(line: string): void {
    this.lines.push(line);
    const text = line.replace(/\r?\n$/, '');
    const faults = shapeFaults(this.line, text);
    this.faults.push(...faults);
    if (this.previous === '9') {
      if (faults.length === 0 && text !== PADDING_LINE)
        this.order('after the file control record, lines have 9s only.');
      return;
    }
    const recordType = text.charAt(0);
    this.checkOrder(recordType);
    this.previous = recordType;
    this.readRecord(recordType, faults.length === 0 ? text : undefined);
  }

  end(): NachaReading {
    if (this.previous !== '9') {
      this.faults.push(lineFault(this.line, 'Required', 'the file control record is missing after this line.'));
    } else if (this.line % LINES_PER_BLOCK !== 0) {
      const message = 'lines of 9s are missing after this line. A file has a multiple of ten lines.';
      this.faults.push(lineFault(this.line, 'Required', message));
    } else if (this.blocks && this.blocks.count !== this.line / LINES_PER_BLOCK) {
      this.differs(fileControl, 'blockCount', 'the file has another number of blocks.', this.blocks.line);
    }
    if (this.faults.length > 0) return { faults: this.faults.slice(0, FAULTS_MAX) };
    const { lines, batches, totals, entries, effectiveDate } = this;
    return { lines, batches, totals, entries, ...(effectiveDate !== undefined && { effectiveDate }) };
  }

  private checkOrder(recordType: string): void {
    const fits = recordType === '1' ? this.previous === '' : FOLLOWS[recordType]?.includes(this.previous || ' ');
    if (!fits) this.order('a record of this type can not be here.');
  }

  private order(message: string): void {
    this.faults.push(lineFault(this.line, 'Invalid', message, { start: 0, length: 1 }));
  }

  /** @param text undefined if the line can't be read */
  private readRecord(recordType: string, text: string | undefined): void {
    switch (recordType) {
      case '1':
        return this.readFileHeader(this.valuesOf(fileHeader, text));
      case '5':
        return this.readBatchHeader(this.valuesOf(batchHeader, text));
      case '6':
        return this.readEntry(this.valuesOf(entryDetail, text));
      case '7':
        return this.readAddenda(text);
      case '8':
        return this.readBatchControl(this.valuesOf(batchControl, text));
      case '9':
        return this.readFileControl(this.valuesOf(fileControl, text));
      default:
        this.notWhole();
    }
  }

  /** @returns undefined if the line has no such record */
  private valuesOf<Name extends string>(
    layout: RecordLayout<Name>,
    text: string | undefined,
  ): Readonly<Record<Name, string>> | undefined {
    const faults = text === undefined ? [] : fieldFaults(this.line, text, layout);
    this.faults.push(...faults);
    if (text !== undefined && faults.length === 0) return readRecord(layout, text);
    this.notWhole();
    return undefined;
  }

  private notWhole(): void {
    this.isBatchWhole = false;
    this.isFileWhole = false;
  }

  private readFileHeader(values: RecordValues<typeof fileHeader> | undefined): void {
    if (values && !/^[A-Z0-9]$/.test(values.fileIdModifier)) {
      this.differs(fileHeader, 'fileIdModifier', 'a capital letter or a digit is required.');
    }
  }

  private readBatchHeader(header: RecordValues<typeof batchHeader> | undefined): void {
    this.batches += 1;
    this.batch = { totals: noTotals, ...(header && { header }) };
    this.isBatchWhole = header !== undefined;
    if (!header) return;
    if (!SERVICE_CLASSES.has(header.serviceClassCode)) {
      this.differs(batchHeader, 'serviceClassCode', 'a known service class is required: 200, 220 or 225.');
    }
    if (!isSec(header.secCode)) this.differs(batchHeader, 'secCode', 'a known class is required: PPD, CCD or COR.');
    const date = dateIn(header.effectiveEntryDate);
    if (date !== undefined && (this.effectiveDate === undefined || date < this.effectiveDate))
      this.effectiveDate = date;
  }

  private readEntry(values: RecordValues<typeof entryDetail> | undefined): void {
    this.entry = values && { line: this.line, values };
    if (!values) return;
    const { transactionCode, amount } = values;
    this.add({ ...totalsOf([{ transactionCode, ...bankOf(values), amountMinor: BigInt(amount) }]) });
    if (!TRANSACTION_CODES.has(transactionCode)) {
      this.differs(entryDetail, 'transactionCode', 'a known code of a return is required: 21, 26, 31 or 36.');
    }
    if (values.addendaIndicator !== '1') this.differs(entryDetail, 'addendaIndicator', 'an addenda is required.');
    if (this.batch?.header?.secCode === 'COR' && BigInt(amount) !== 0n) {
      this.differs(entryDetail, 'amount', 'a correction has no amount.');
    }
  }

  private readAddenda(text: string | undefined): void {
    const { entry } = this;
    this.entry = undefined;
    const secCode = this.batch?.header?.secCode;
    const { faults, addenda } = readAddenda(this.line, text, isSec(secCode) ? secCode : undefined);
    this.faults.push(...faults);
    if (!addenda) return this.notWhole();
    this.add({ ...noTotals, records: 1 });
    if (!addenda.states || !entry || !isSec(secCode)) return;
    const { line, values } = entry;
    this.entries.push({
      line,
      batch: secCode,
      transactionCode: values.transactionCode,
      ...bankOf(values),
      accountNumber: values.accountNumber.trim(),
      amountMinor: BigInt(values.amount),
      traceNumber: values.traceNumber,
      originalTraceNumber: addenda.originalTraceNumber,
      states: addenda.states,
    });
  }

  private readBatchControl(values: RecordValues<typeof batchControl> | undefined): void {
    const { batch } = this;
    this.batch = undefined;
    if (!values || !batch?.header) return;
    for (const field of ['serviceClassCode', 'companyIdentification', 'odfiIdentification', 'batchNumber'] as const) {
      if (values[field] !== batch.header[field]) {
        this.differs(batchControl, field, 'the batch header record has another value.');
      }
    }
    if (this.isBatchWhole) this.compareTotals(batchControl, values, batch.totals);
  }

  private readFileControl(values: RecordValues<typeof fileControl> | undefined): void {
    if (!values) return;
    this.blocks = { line: this.line, count: Number(values.blockCount) };
    if (Number(values.batchCount) !== this.batches) {
      this.differs(fileControl, 'batchCount', 'the file has another number of batches.');
    }
    if (this.isFileWhole) this.compareTotals(fileControl, values, this.totals);
  }

  private compareTotals<Name extends string>(
    layout: RecordLayout<Name | TotalField>,
    values: Readonly<Record<TotalField, string>>,
    totals: NachaTotals,
  ): void {
    if (Number(values.entryAndAddendaCount) !== totals.records) {
      this.differs(layout, 'entryAndAddendaCount', 'there is another number of entries and addenda.');
    }
    if (BigInt(values.entryHash) !== totals.entryHash) {
      this.differs(layout, 'entryHash', 'the routing numbers of the entries have another sum.');
    }
    if (BigInt(values.totalDebits) !== totals.debitMinor) {
      this.differs(layout, 'totalDebits', 'the debits have another sum.');
    }
    if (BigInt(values.totalCredits) !== totals.creditMinor) {
      this.differs(layout, 'totalCredits', 'the credits have another sum.');
    }
  }

  private add(totals: NachaTotals): void {
    this.totals = sumOf(this.totals, totals);
    if (this.batch) this.batch.totals = sumOf(this.batch.totals, totals);
  }

  private differs<Name extends string>(
    layout: RecordLayout<Name>,
    name: NoInfer<Name>,
    message: string,
    line = this.line,
  ): void {
    this.faults.push(valueFault(line, layout, name, message));
  }
}

type TotalField = 'entryAndAddendaCount' | 'entryHash' | 'totalDebits' | 'totalCredits';

const bankOf = ({ rdfiIdentification, checkDigit }: RecordValues<typeof entryDetail>) => ({
  routingNumber: rdfiIdentification + checkDigit,
});

/** @param text `YYMMDD` */
function dateIn(text: string): CalendarDate | undefined {
  const date = text.replace(/^(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3');
  const at = new Date(`${date}T00:00:00.000Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date ? undefined : date;
}
