/** The file is not of the format that its beginning promised. The message is for the client. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Checks a streamed file of one format, in bounded memory. @throws UnreadableFile */
export interface FormatCheck {
  write(chunk: Buffer): Promise<void> | void;
  /** Called at the end of the file. */
  end(): Promise<void> | void;
}

/** Takes data as it comes. It is over once it needs no more data. */
export interface ByteSink extends FormatCheck {
  readonly isOver: boolean;
}
