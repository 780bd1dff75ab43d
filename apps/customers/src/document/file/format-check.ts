/** What a file turned out not to be. The message is for whoever sent it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Looks at a file of one format as it passes, in bounded memory. @throws UnreadableFile */
export interface FormatCheck {
  take(chunk: Buffer): Promise<void> | void;
  /** There is no more. */
  end(): Promise<void> | void;
}
