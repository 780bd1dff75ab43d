import { readFile } from 'node:fs/promises';
import { CommandFailure } from '../exit-codes.js';
import { writePrivate } from '../private-file.js';

const POSITION = /^\d{1,18}$/;

/** The position up to which an account's events were handled, stored across restarts. */
export class Cursor {
  private constructor(
    readonly file: string,
    private current: string | undefined,
  ) {}

  /** @throws CommandFailure if the file has other content */
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

  async move(position: string): Promise<void> {
    this.current = position;
    await writePrivate(this.file, `${position}\n`);
  }
}
