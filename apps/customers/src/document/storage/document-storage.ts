/** The bytes are sealed before: nobody can read documents from the storage alone. */
export abstract class DocumentStorage {
  /** Stores the whole content, once per id. After a failed write the caller has to remove what was written. */
  abstract write(id: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** The content, read no faster than the caller consumes it. Fails if there is none. */
  abstract read(id: string): AsyncIterable<Buffer>;
  /** Removes the content for ever. Does nothing if there is none. */
  abstract remove(id: string): Promise<void>;
}

export class NoSuchContent extends Error {
  override readonly name = 'NoSuchContent';
}
