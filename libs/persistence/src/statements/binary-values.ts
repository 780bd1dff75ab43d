import { NIBBLES } from '@halyard/core';

const BYTES_PER_UTF16_UNIT_MAX = 3;
const UUID_BYTES = 16;
const HYPHEN = 0x2d;
/** The moment from which Postgres counts time. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const MICROSECONDS_PER_MS = 1_000;
const UINT32_VALUES = 0x1_0000_0000;
const JSONB_VERSION = '\u0001';
/** Room for a value of fixed size and its length. */
const SMALL_BYTES = 32;

/**
 * Values in the binary format of Postgres, in one buffer that grows. We need not quote them, and the server need not
 * parse them: a text literal of thousands of JSON documents costs more than inserting them.
 */
export class BinaryValues {
  protected bytes = Buffer.allocUnsafe(1024);
  protected end = 0;
  protected length = 0;
  protected hasNull = false;

  get isEmpty(): boolean {
    return this.length === 0;
  }

  none(): void {
    this.begin(0);
    this.int32(-1);
    this.hasNull = true;
  }

  boolean(value: boolean | null): void {
    if (value === null) return this.none();
    this.begin(1);
    this.int32(1);
    this.end = this.bytes.writeUInt8(Number(value), this.end);
  }

  integer(value: number | null): void {
    if (value === null) return this.none();
    this.begin(4);
    this.int32(4);
    this.int32(value);
  }

  bigint(value: bigint | null): void {
    if (value === null) return this.none();
    this.begin(8);
    this.int32(8);
    this.end = this.bytes.writeBigInt64BE(value, this.end);
  }

  /** Adds JSON as text. In an array, it goes as `text`, and the statement casts it. */
  jsonb(value: string | null): void {
    this.text(value === null ? null : `${JSONB_VERSION}${value}`);
  }

  text(value: string | null): void {
    if (value === null) return this.none();
    this.begin(value.length * BYTES_PER_UTF16_UNIT_MAX);
    const written = this.bytes.write(value, this.end + 4);
    this.int32(written);
    this.end += written;
  }

  /** @param value 32 hexadecimal digits, with or without hyphens */
  uuid(value: string | null): void {
    if (value === null) return this.none();
    this.begin(UUID_BYTES);
    this.int32(UUID_BYTES);
    const { bytes } = this;
    let { end } = this;
    for (let at = 0; at < value.length; at += 2) {
      if (value.charCodeAt(at) === HYPHEN) at += 1;
      bytes[end] = ((NIBBLES[value.charCodeAt(at)] ?? 0) << 4) | (NIBBLES[value.charCodeAt(at + 1)] ?? 0);
      end += 1;
    }
    this.end = end;
  }

  /** @throws RangeError for an invalid date */
  timestamptz(value: Date | null): void {
    if (value === null) return this.none();
    const ms = value.getTime() - EPOCH_MS;
    if (Number.isNaN(ms)) throw new RangeError('an invalid date is no time');
    this.begin(8);
    this.int32(8);
    // Microseconds in two halves: a `bigint` would make three objects for each of thousands of values.
    const highMs = Math.floor(ms / UINT32_VALUES);
    const low = (ms - highMs * UINT32_VALUES) * MICROSECONDS_PER_MS;
    const carry = Math.floor(low / UINT32_VALUES);
    this.int32(highMs * MICROSECONDS_PER_MS + carry);
    this.end = this.bytes.writeUInt32BE(low - carry * UINT32_VALUES, this.end);
  }

  bytea(value: Uint8Array | null): void {
    if (value === null) return this.none();
    this.begin(value.length);
    this.int32(value.length);
    this.bytes.set(value, this.end);
    this.end += value.length;
  }

  protected int32(value: number): void {
    this.end = this.bytes.writeInt32BE(value, this.end);
  }

  protected room(bytesMax: number): void {
    const needed = this.end + SMALL_BYTES + bytesMax;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(grown, 0, 0, this.end);
    this.bytes = grown;
  }

  private begin(bytesMax: number): void {
    this.length += 1;
    this.room(bytesMax);
  }
}
