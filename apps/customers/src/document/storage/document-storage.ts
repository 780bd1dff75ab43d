/** Stores the bytes of documents. They are sealed before: nobody can read them from the storage alone. */
export abstract class DocumentStorage {
  /** Stores the whole content, once per id. After a failed write the caller has to remove the rest. */
  abstract write(id: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** The content, read no faster than the caller consumes it. Fails when there is none. */
  abstract read(id: string): AsyncIterable<Buffer>;
  /** Removes the content for ever. Does nothing when there is none. */
  abstract remove(id: string): Promise<void>;
}

/** The storage has no content under this id. */
export class NoSuchContent extends Error {
  override readonly name = 'NoSuchContent';
}
