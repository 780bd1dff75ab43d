import { BinaryValues } from './binary-values.js';

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
/** The type of the message `CopyData`, which has all rows. */
const COPY_DATA = 0x64;
const MESSAGE_HEADER_BYTES = 5;
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
const ROW_END = -1;

/** Rows for `COPY … FROM STDIN BINARY`, the cheapest way to insert rows that can't conflict. */
export class CopyRows extends BinaryValues {
  constructor() {
    super();
    this.end = MESSAGE_HEADER_BYTES;
    this.room(SIGNATURE.length);
    this.end += SIGNATURE.copy(this.bytes, this.end);
  }

  /** Begins a row. Its values follow, in the order of the statement's columns. */
  row(columns: number): void {
    this.room(0);
    this.end = this.bytes.writeInt16BE(columns, this.end);
  }

  /** The messages that follow the statement. Add no row after this. */
  finish(): Buffer {
    this.room(COPY_DONE.length);
    this.end = this.bytes.writeInt16BE(ROW_END, this.end);
    this.bytes.writeUInt8(COPY_DATA, 0);
    this.bytes.writeInt32BE(this.end - 1, 1);
    this.end += COPY_DONE.copy(this.bytes, this.end);
    return this.bytes.subarray(0, this.end);
  }
}
