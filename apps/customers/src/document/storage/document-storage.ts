/** Where the bytes of documents are, sealed already: nothing that is kept there can be read by itself. */
export abstract class DocumentStorage {
  /** Keeps all of the content, which is written once. What a writer that fails leaves behind is to be removed. */
  abstract write(id: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** The content, no faster than it is read; it fails where there is none. */
  abstract read(id: string): AsyncIterable<Buffer>;
  /** For ever. Nothing that is not there has to be. */
  abstract remove(id: string): Promise<void>;
}

/** There is nothing under this id. */
export class NoSuchContent extends Error {
  override readonly name = 'NoSuchContent';
}
