import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../failure.js';

const POSITION = /^\d{1,18}$/;

/** How far an account's events were handled, kept over restarts. */
export class Cursor {
  private constructor(
    private readonly file: string,
    private current: string | undefined,
  ) {}

  static fileOf(folder: string, accountId: string): string {
    return join(folder, `${accountId.replaceAll(/[^\w-]/g, '_')}.cursor`);
  }

  /** @throws Failure for a file that holds something else */
  static async open(file: string): Promise<Cursor> {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) return new Cursor(file, undefined);
    const position = text.trim();
    if (!POSITION.test(position)) throw new Failure(`${file} holds no position of an event: delete it to begin anew`);
    return new Cursor(file, position);
  }

  get position(): string | undefined {
    return this.current;
  }

  /** Written whole or not at all, however the process ends. */
  async move(position: string): Promise<void> {
    this.current = position;
    await mkdir(dirname(this.file), { recursive: true });
    const next = `${this.file}.${process.pid}`;
    await writeFile(next, `${position}\n`);
    await rename(next, this.file);
  }
}
