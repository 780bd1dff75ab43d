import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '@halyard/persistence/make-folder';
import { CommandFailure } from '../failure.js';

const POSITION = /^\d{1,18}$/;

/** The position up to which an account's events were handled, stored across restarts. */
export class Cursor {
  private constructor(
    readonly file: string,
    private current: string | undefined,
  ) {}

  /** @throws CommandFailure for a file with other content */
  static async open(file: string): Promise<Cursor> {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return new Cursor(file, undefined);
    const position = text.trim();
    if (!POSITION.test(position))
      throw new CommandFailure(`${file} does not hold the position of an event: delete it to start from now`);
    return new Cursor(file, position);
  }

  get position(): string | undefined {
    return this.current;
  }

  /** Written whole or not at all, however the process ends. */
  async move(position: string): Promise<void> {
    this.current = position;
    makeFolder(dirname(resolve(this.file)));
    const next = `${this.file}.${process.pid}`;
    await writeFile(next, `${position}\n`);
    await rename(next, this.file);
  }
}
