/** Characters of a line, without its line end. */
export const LINE_LENGTH = 94;
/** Lines of a block. A file consists of whole blocks. */
export const LINES_PER_BLOCK = 10;
export const PADDING_LINE = '9'.repeat(LINE_LENGTH);

interface FieldSize {
  readonly length: number;
  /** The only value that the field can have. */
  readonly always?: string;
}

/**
 * A field of a record. A `number` has zeros before it, a `text` has blanks after it, and a `right-text` has blanks
 * before it.
 */
export interface RecordField<Name extends string> extends FieldSize {
  readonly name: Name;
  readonly kind: 'number' | 'text' | 'right-text';
  /** Position of its first character, from 0. */
  readonly start: number;
}

export interface RecordLayout<Name extends string> {
  /** The first character of each of its lines. */
  readonly recordType: string;
  readonly fields: readonly RecordField<Name>[];
}

type NewField<Name extends string> = Omit<RecordField<Name>, 'start'>;

const number = <Name extends string>(name: Name, length: number, always?: string): NewField<Name> => ({
  name,
  kind: 'number',
  length,
  always,
});
const text = <Name extends string>(name: Name, length: number, always?: string): NewField<Name> => ({
  name,
  kind: 'text',
  length,
  always,
});
const rightText = <Name extends string>(name: Name, length: number): NewField<Name> => ({
  name,
  kind: 'right-text',
  length,
});

function record<Name extends string>(
  recordType: string,
  ...given: readonly NewField<Name>[]
): Readonly<RecordLayout<Name>> {
  let end = recordType.length;
  const fields = given.map((field) => {
    const start = end;
    end += field.length;
    return { ...field, start };
  });
  if (end !== LINE_LENGTH) throw new Error(`a record of type ${recordType} has ${String(end)} characters`);
  return { recordType, fields };
}

/** Records of a file in their order (Nacha Operating Rules, appendix three; addenda of appendices four and five). */
export const fileHeader = record(
  '1',
  number('priorityCode', 2, '01'),
  rightText('immediateDestination', 10),
  rightText('immediateOrigin', 10),
  number('creationDate', 6),
  number('creationTime', 4),
  text('fileIdModifier', 1),
  number('recordSize', 3, '094'),
  number('blockingFactor', 2, '10'),
  number('formatCode', 1, '1'),
  text('immediateDestinationName', 23),
  text('immediateOriginName', 23),
  text('referenceCode', 8),
);

export const batchHeader = record(
  '5',
  number('serviceClassCode', 3),
  text('companyName', 16),
  text('companyDiscretionaryData', 20),
  text('companyIdentification', 10),
  text('secCode', 3),
  text('entryDescription', 10),
  text('descriptiveDate', 6),
  text('effectiveEntryDate', 6),
  text('settlementDate', 3),
  number('originatorStatusCode', 1, '1'),
  number('odfiIdentification', 8),
  number('batchNumber', 7),
);

export const entryDetail = record(
  '6',
  number('transactionCode', 2),
  number('rdfiIdentification', 8),
  number('checkDigit', 1),
  text('accountNumber', 17),
  number('amount', 10),
  text('individualId', 15),
  text('individualName', 22),
  text('discretionaryData', 2),
  number('addendaIndicator', 1),
  number('traceNumber', 15),
);

export const returnAddenda = record(
  '7',
  number('addendaType', 2, '99'),
  text('returnCode', 3),
  number('originalTraceNumber', 15),
  text('dateOfDeath', 6),
  number('originalRdfi', 8),
  text('addendaInformation', 44),
  number('traceNumber', 15),
);

export const correctionAddenda = record(
  '7',
  number('addendaType', 2, '98'),
  text('changeCode', 3),
  number('originalTraceNumber', 15),
  text('reserved', 6),
  number('originalRdfi', 8),
  text('correctedData', 29),
  text('reserved', 15),
  number('traceNumber', 15),
);

export const batchControl = record(
  '8',
  number('serviceClassCode', 3),
  number('entryAndAddendaCount', 6),
  number('entryHash', 10),
  number('totalDebits', 12),
  number('totalCredits', 12),
  text('companyIdentification', 10),
  text('messageAuthenticationCode', 19),
  text('reserved', 6),
  number('odfiIdentification', 8),
  number('batchNumber', 7),
);

export const fileControl = record(
  '9',
  number('batchCount', 6),
  number('blockCount', 6),
  number('entryAndAddendaCount', 8),
  number('entryHash', 10),
  number('totalDebits', 12),
  number('totalCredits', 12),
  text('reserved', 39),
);

/** The values that a line has, by the names of its fields. */
export type RecordValues<Layout> = Layout extends RecordLayout<infer Name> ? Readonly<Record<Name, string>> : never;

/** Values by the names of fields. A field without a value is blank, or zero. */
export type FieldValues<Name extends string> = Readonly<Partial<Record<Name, string | number | bigint>>>;

const MARKS = /\p{M}/gu;
const PLAIN = /^[ -~]*$/;
const NO_CHARACTER_OF_FILES = /[^ -~]/gu;

/** Keeps the letters of accented ones, and writes `?` for any other character that a file can't have. */
const asCharactersOfFiles = (value: string): string =>
  PLAIN.test(value) ? value : value.normalize('NFKD').replace(MARKS, '').replace(NO_CHARACTER_OF_FILES, '?');

/**
 * @returns the record's line, without its line end. Text that is too long is cut.
 * @throws RangeError for a number that does not fit
 */
export function writeRecord<Name extends string>(
  { recordType, fields }: RecordLayout<Name>,
  values: FieldValues<Name>,
): string {
  return recordType + fields.map((field) => writeField(field, values[field.name])).join('');
}

function writeField(
  { name, kind, length, always }: RecordField<string>,
  value: string | number | bigint | undefined,
): string {
  const written = always ?? String(value ?? '');
  if (kind === 'number') {
    if (written.length > length || !/^\d*$/.test(written)) throw new RangeError(`no number for the field ${name}`);
    return written.padStart(length, '0');
  }
  const characters = asCharactersOfFiles(written).slice(0, length);
  return kind === 'text' ? characters.padEnd(length) : characters.padStart(length);
}

/** @param line of the right length and type */
export function readRecord<Name extends string>(
  { fields }: RecordLayout<Name>,
  line: string,
): Readonly<Record<Name, string>> {
  const values = fields.map(({ name, start, length }) => [name, line.slice(start, start + length)] as const);
  return Object.fromEntries(values) as Record<Name, string>;
}

/** @returns the line with this text in one of its fields */
export function withText<Name extends string>(
  { fields }: RecordLayout<Name>,
  line: string,
  name: NoInfer<Name>,
  text: string,
): string {
  const field = fields.find((one) => one.name === name);
  if (!field) return line;
  const end = field.start + field.length;
  return line.slice(0, field.start) + text.padEnd(field.length).slice(0, field.length) + line.slice(end);
}
