import { createHmac } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Keys, makeFolder, syncFolder } from '@halyard/persistence';
import { type TakenAway, takenAwayOf, textOf } from './taken-away.js';

const NEWLINE = 0x0a;
const INSTALLATION_LETTERS = 12;

/** The list can't be read. The message says where, and what to do. */
export class ListUnreadable extends Error {
  override readonly name = 'ListUnreadable';
}

/** The place of a list. */
export interface ListPlace {
  /** BACKUP_DIR. */
  readonly folder: string;
  /** The installation's own: several installations may share the folder. */
  readonly keys: Pick<Keys, 'fingerprint'>;
}

/**
 * The list of what was taken away: a file of JSON lines in the folder of the backups, outside of every backup. A last
 * line without an end was cut by a kill. Nobody relies on such a line, so it is ignored, and the next append removes it.
 */
export class TakenAwayList {
  readonly file: string;
  private readonly folder: string;

  constructor({ folder, keys }: ListPlace) {
    const name = createHmac('sha256', keys.fingerprint).update('halyard/taken-away/v1').digest('hex');
    this.folder = folder;
    this.file = join(folder, `taken-away-${name.slice(0, INSTALLATION_LETTERS)}.jsonl`);
  }

  /** Each entry once, in the order of their first lines. Empty if there is no list. @throws ListUnreadable */
  read(): readonly TakenAway[] {
    if (!existsSync(this.file)) return [];
    const entries = new Map<string, TakenAway>();
    for (const [index, line] of wholeLines(readFileSync(this.file)).entries()) {
      const entry = this.entryOf(line, index + 1);
      const text = textOf(entry);
      if (!entries.has(text)) entries.set(text, entry);
    }
    return [...entries.values()];
  }

  /** Adds entries. They are on the disk when it returns. */
  append(entries: readonly TakenAway[]): void {
    if (entries.length === 0) return;
    makeFolder(this.folder);
    const isNew = !existsSync(this.file);
    const descriptor = openSync(this.file, 'a+', 0o600);
    try {
      dropCutLine(this.file, descriptor);
      writeSync(descriptor, entries.map((each) => `${JSON.stringify(each)}\n`).join(''));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (isNew) syncFolder(this.folder);
  }

  private entryOf(line: string, number: number): TakenAway {
    try {
      return takenAwayOf(line);
    } catch (cause) {
      throw new ListUnreadable(`Line ${number} of ${this.file} is not an entry. Mend or remove it.`, { cause });
    }
  }
}

const wholeLines = (content: Buffer): readonly string[] =>
  content
    .subarray(0, content.lastIndexOf(NEWLINE) + 1)
    .toString()
    .split('\n')
    .slice(0, -1);

/** Removes a last line that has no end. Only then is the file read. */
function dropCutLine(file: string, descriptor: number): void {
  const { size } = fstatSync(descriptor);
  const last = Buffer.alloc(1);
  if (size === 0 || (readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === NEWLINE)) return;
  ftruncateSync(descriptor, readFileSync(file).lastIndexOf(NEWLINE) + 1);
}
