import { BinaryValues } from './binary-values.js';

/** The oids of the types that elements may have. */
const OIDS = {
  boolean: 16,
  bytea: 17,
  bigint: 20,
  integer: 23,
  text: 25,
  timestamptz: 1184,
  uuid: 2950,
} as const;

const HEADER_BYTES = 20;
const EMPTY_HEADER_BYTES = 12;

/** A parameter that is a one-dimensional array. */
export class BinaryArray extends BinaryValues {
  constructor(private readonly element: keyof typeof OIDS) {
    super();
    this.end = HEADER_BYTES;
  }

  finish(): Buffer {
    const { bytes } = this;
    bytes.writeInt32BE(this.length > 0 ? 1 : 0, 0);
    bytes.writeInt32BE(this.hasNull ? 1 : 0, 4);
    bytes.writeInt32BE(OIDS[this.element], 8);
    bytes.writeInt32BE(this.length, 12);
    bytes.writeInt32BE(1, 16);
    return bytes.subarray(0, this.length > 0 ? this.end : EMPTY_HEADER_BYTES);
  }
}
