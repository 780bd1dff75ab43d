import type { PipelineStep } from '@halyard/persistence';

export type Value = string | number | bigint | boolean | Date | null;
export type Row = Readonly<Record<string, Value>>;

export function textOf(value: Value | undefined): string {
  if (typeof value !== 'string') throw new Error(`${String(value)} is no text`);
  return value;
}

export function bigintOf(value: Value | undefined): bigint {
  if (typeof value !== 'bigint') throw new Error(`${String(value)} is no bigint`);
  return value;
}

type Type = 'boolean' | 'bigint' | 'integer' | 'text' | 'timestamptz' | 'uuid';

/** Element types by their Postgres OID, as `BinaryArray` names them. */
const arrayTypes: Readonly<Record<number, Type>> = {
  16: 'boolean',
  20: 'bigint',
  23: 'integer',
  25: 'text',
  1184: 'timestamptz',
  2950: 'uuid',
};

/** Types of the copied columns that are not text. */
const columnTypes: Readonly<Record<string, Type>> = {
  ...of('uuid', 'id key payment_id account_id source_owner_id source_funding_source_id destination_owner_id'),
  ...of('uuid', 'destination_funding_source_id funding_id funded_id party_id transfer_id other_party_id'),
  ...of('bigint', 'position amount_minor number account_number payment_number source_number destination_number'),
  ...of('integer', 'place fees version sequence'),
  ...of('timestamptz', 'created started submitted_at at'),
};

function of(type: Type, columns: string): Record<string, Type> {
  return Object.fromEntries(columns.split(' ').map((column) => [column, type]));
}

/** Postgres counts time from here, in microseconds. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const ARRAY_HEADER_BYTES = 20;
/** The message's header, and the signature of the format. */
const COPY_HEADER_BYTES = 5 + 19;
const ROW_END = -1;

function valueOf(bytes: Buffer, type: Type): Value {
  switch (type) {
    case 'boolean':
      return bytes[0] === 1;
    case 'bigint':
      return bytes.readBigInt64BE();
    case 'integer':
      return bytes.readInt32BE();
    case 'text':
      // A jsonb value begins with its version.
      return bytes.toString('utf8', bytes[0] === 1 ? 1 : 0);
    case 'timestamptz':
      return new Date(Number(bytes.readBigInt64BE() / 1_000n) + EPOCH_MS);
    case 'uuid': {
      const hex = bytes.toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    }
  }
}

class Reader {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  int16(): number {
    this.at += 2;
    return this.bytes.readInt16BE(this.at - 2);
  }

  value(type: Type): Value {
    const length = this.bytes.readInt32BE(this.at);
    this.at += 4;
    if (length < 0) return null;
    this.at += length;
    return valueOf(this.bytes.subarray(this.at - length, this.at), type);
  }
}

export function elementsOf(parameter: Buffer | string | null | undefined): Value[] {
  if (!Buffer.isBuffer(parameter)) throw new Error('a parameter is no array');
  if (parameter.readInt32BE(0) === 0) return [];
  const type = arrayTypes[parameter.readInt32BE(8)];
  if (!type) throw new Error('an array of an unknown type');
  const reader = new Reader(parameter, ARRAY_HEADER_BYTES);
  return Array.from({ length: parameter.readInt32BE(12) }, () => reader.value(type));
}

const UNNESTED = / AS \w+ \(([^)]+)\)/;
const columnsByStatement = new Map<string, readonly string[]>();

function columnsOf({ name, text }: PipelineStep['statement'], named: RegExp): readonly string[] {
  let columns = columnsByStatement.get(name);
  if (!columns) {
    columns = named.exec(text)?.[1]?.split(/,\s+/) ?? [];
    columnsByStatement.set(name, columns);
  }
  return columns;
}

/** The rows of `unnest(...) AS name (column, ...)`. @param columns the columns that a function makes */
export function unnested({ statement, values = [] }: PipelineStep, columns = columnsOf(statement, UNNESTED)): Row[] {
  const arrays = values.map(elementsOf);
  return (arrays[0] ?? []).map((_, index) => {
    const row: Record<string, Value> = {};
    for (const [nth, column] of columns.entries()) row[column] = arrays[nth]?.[index] ?? null;
    return row;
  });
}

/** The rows of a `COPY table (column, ...) FROM STDIN BINARY`. */
export function copied({ statement, rows }: PipelineStep): Row[] {
  const columns = columnsOf(statement, /COPY \w+ \(([^)]+)\)/);
  if (!rows) throw new Error(`${statement.name} brings no rows`);
  const reader = new Reader(rows, COPY_HEADER_BYTES);
  const found: Row[] = [];
  while (reader.int16() !== ROW_END) {
    const row: Record<string, Value> = {};
    for (const column of columns) row[column] = reader.value(columnTypes[column] ?? 'text');
    found.push(row);
  }
  return found;
}
