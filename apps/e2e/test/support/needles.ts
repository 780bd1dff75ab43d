/** This many bytes must match before any form is compared as a whole. */
const HEAD_BYTES = 8;
const HASH_BITS = 22;
/** Looking up a global of the tests' sandbox for each byte would be slow. */
const { imul } = Math;

interface Form {
  readonly needle: string;
  readonly bytes: Buffer;
  /** Whether letters or digits beside the digits give them another meaning. */
  readonly standsAlone: boolean;
}

/** A text in all its forms: unchanged, reversed, in hexadecimal, and in base64 at each of the three offsets. */
function formsOf(needle: string): Form[] {
  const plain = Buffer.from(needle);
  const standsAlone = /^\d{1,11}$/.test(needle);
  const inBase64 = [0, 1, 2].map((offset) => {
    const whole = plain.subarray(offset, offset + 3 * Math.floor((plain.length - offset) / 3));
    return whole.toString('base64');
  });
  return [
    ...[plain, Buffer.from(plain).reverse()].map((bytes) => ({ needle, bytes, standsAlone })),
    ...[plain.toString('hex'), ...inBase64].map((text) => ({ needle, bytes: Buffer.from(text), standsAlone: false })),
  ];
}

const isLetterOrDigit = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));

/** Searches for many texts at once, in every form in which they may be stored. A text has at least nine letters. */
export class Needles {
  private readonly byHead = new Map<string, Form[]>();
  private readonly hashes = new Uint8Array(1 << HASH_BITS);
  private lengthMax = 0;

  constructor(needles: Iterable<string>) {
    for (const needle of needles) for (const form of formsOf(needle)) this.add(form);
  }

  /** The needles in the bytes, each once. */
  in(bytes: Buffer): Set<string> {
    const found = new Set<string>();
    for (let at = 0; at + HEAD_BYTES <= bytes.length; at += 1) {
      if (bytes[at] === 0 || this.hashes[hashAt(bytes, at)] === 0) continue;
      const forms = this.byHead.get(bytes.toString('latin1', at, at + HEAD_BYTES)) ?? [];
      for (const form of forms) if (standsAt(form, bytes, at)) found.add(form.needle);
    }
    return found;
  }

  /** The needles in pieces of bytes, each once. Each piece is copied. */
  async inAll(pieces: AsyncIterable<Buffer>): Promise<Set<string>> {
    const found = new Set<string>();
    let rest: Buffer = Buffer.of();
    for await (const piece of pieces) {
      const bytes = Buffer.concat([rest, piece]);
      for (const needle of this.in(bytes)) found.add(needle);
      rest = bytes.subarray(-this.lengthMax);
    }
    return found;
  }

  private add(form: Form): void {
    const head = form.bytes.toString('latin1', 0, HEAD_BYTES);
    if (head.length < HEAD_BYTES) throw new Error(`${form.needle} is too short to be looked for`);
    this.byHead.set(head, [...(this.byHead.get(head) ?? []), form]);
    this.hashes[hashAt(form.bytes, 0)] = 1;
    this.lengthMax = Math.max(this.lengthMax, form.bytes.length);
  }
}

const hashAt = (bytes: Buffer, at: number): number => {
  const word =
    (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
  return imul(word, 0x9e3779b1) >>> (32 - HASH_BITS);
};

const standsAt = ({ bytes, standsAlone }: Form, within: Buffer, at: number): boolean =>
  at + bytes.length <= within.length &&
  bytes.compare(within, at, at + bytes.length) === 0 &&
  !(standsAlone && (isLetterOrDigit(within[at - 1]) || isLetterOrDigit(within[at + bytes.length])));
