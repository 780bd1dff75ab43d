/** The file is not what its beginning promised. The message is for the client. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Checks a file of one format as it streams by, in bounded memory. @throws UnreadableFile */
export interface FormatCheck {
  take(chunk: Buffer): Promise<void> | void;
  /** The file has ended. */
  end(): Promise<void> | void;
}

/** Takes data as it comes, and is over when it wants no more. */
export interface Taker extends FormatCheck {
  readonly isOver: boolean;
}
