import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@halyard/persistence';
import { Mail, type PostedLetter } from './mail.js';
import { messageOf } from './message.js';

export interface FileMailOptions {
  /** One file per letter, which begins with its time. */
  readonly folder: string;
  readonly from: string;
  /** Tells whoever started the process. */
  readonly announce?: (line: string) => void;
}

/** Writes letters into a folder, for a sandbox: nobody gets them. */
export class FileMail extends Mail {
  constructor(private readonly options: FileMailOptions) {
    super();
  }

  /** The same letter is the same file. */
  override async send(letter: PostedLetter): Promise<void> {
    const { folder, from, announce } = this.options;
    const message = messageOf(letter, from);
    makeFolder(folder);
    const file = join(folder, `${letter.postedAt.toISOString()}-${letter.id}.eml`);
    await writeFile(`${file}.new`, message, { mode: 0o600 });
    await rename(`${file}.new`, file);
    announce?.(`letter to a person in ${folder}`);
  }
}
