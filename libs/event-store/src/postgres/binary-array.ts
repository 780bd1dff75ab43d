/** Element types of one-dimensional arrays that are sent in Postgres' binary format, by their oid. */
const OIDS = { integer: 23, text: 25, uuid: 2950 } as const;

const HEADER_BYTES = 20;
const UUID_BYTES = 16;
const BYTES_PER_UTF16_UNIT_MAX = 3;

/**
 * Writes an array parameter in binary format: no quoting by us, no parsing by the server. A text literal of thousands of
 * JSON documents costs more than their insert.
 */
export class BinaryArray {
  private bytes = Buffer.allocUnsafe(1024);
  private end = HEADER_BYTES;
  private length = 0;
  private hasNull = false;

  constructor(private readonly element: keyof typeof OIDS) {}

  integer(value: number): void {
    this.begin(4);
    this.end = this.bytes.writeInt32BE(4, this.end);
    this.end = this.bytes.writeInt32BE(value, this.end);
  }

  text(value: string | null): void {
    if (value === null) {
      this.none();
      return;
    }
    this.begin(value.length * BYTES_PER_UTF16_UNIT_MAX);
    const written = this.bytes.write(value, this.end + 4);
    this.bytes.writeInt32BE(written, this.end);
    this.end += 4 + written;
  }

  uuid(value: string): void {
    this.begin(UUID_BYTES);
    this.end = this.bytes.writeInt32BE(UUID_BYTES, this.end);
    this.end += this.bytes.write(value.replaceAll('-', ''), this.end, 'hex');
  }

  /** Empties the array; its memory is written anew, so that what `finish` gave must have been sent. */
  clear(): void {
    this.end = HEADER_BYTES;
    this.length = 0;
    this.hasNull = false;
  }

  /** The parameter's value, until the array is cleared. */
  finish(): Buffer {
    const { bytes } = this;
    bytes.writeInt32BE(this.length > 0 ? 1 : 0, 0);
    bytes.writeInt32BE(this.hasNull ? 1 : 0, 4);
    bytes.writeInt32BE(OIDS[this.element], 8);
    bytes.writeInt32BE(this.length, 12);
    bytes.writeInt32BE(1, 16);
    return bytes.subarray(0, this.length > 0 ? this.end : 12);
  }

  private none(): void {
    this.begin(0);
    this.end = this.bytes.writeInt32BE(-1, this.end);
    this.hasNull = true;
  }

  private begin(bytesMax: number): void {
    this.length += 1;
    const needed = this.end + 4 + bytesMax;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(grown, 0, 0, this.end);
    this.bytes = grown;
  }
}
