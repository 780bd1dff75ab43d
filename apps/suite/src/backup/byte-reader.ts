export type ByteSource = Iterable<Buffer> | AsyncIterable<Buffer>;

/** Reads a stream in pieces of any size, and holds no more of it than a piece and a chunk. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer, undefined>;
  readonly #held: Buffer[] = [];
  #heldBytes = 0;
  #ended = false;

  constructor(source: ByteSource) {
    this.#chunks = iterate(source);
  }

  /** Fewer bytes only at the end of the stream. */
  async upTo(bytes: number): Promise<Buffer> {
    await this.#hold(bytes);
    const piece: Buffer[] = [];
    for (let missing = Math.min(bytes, this.#heldBytes); missing > 0;) {
      const first = this.#held.shift() ?? Buffer.alloc(0);
      piece.push(first.subarray(0, missing));
      if (first.length > missing) this.#held.unshift(first.subarray(missing));
      missing -= Math.min(missing, first.length);
    }
    const [only] = piece;
    const read = piece.length === 1 && only ? only : Buffer.concat(piece);
    this.#heldBytes -= read.length;
    return read;
  }

  async isAtEnd(): Promise<boolean> {
    await this.#hold(1);
    return this.#heldBytes === 0;
  }

  async #hold(bytes: number): Promise<void> {
    while (this.#heldBytes < bytes && !this.#ended) {
      const { value } = await this.#chunks.next();
      this.#ended = value === undefined;
      if (value === undefined || value.length === 0) continue;
      this.#held.push(value);
      this.#heldBytes += value.length;
    }
  }
}

async function* iterate(source: ByteSource): AsyncGenerator<Buffer, undefined> {
  yield* source;
}
