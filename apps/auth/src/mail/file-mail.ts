import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@halyard/persistence';
import { Mail, type PostedLetter } from './mail.js';
import { messageOf } from './message.js';

export interface FileMailOptions {
  /** Has one file per letter. File names begin with the time. */
  readonly folder: string;
  readonly from: string;
  readonly announce?: (line: string) => void;
}

/** Writes letters into a folder: in a sandbox they reach nobody. */
export class FileMail extends Mail {
  constructor(private readonly options: FileMailOptions) {
    super();
  }

  /** A letter that is sent again replaces its file. */
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
