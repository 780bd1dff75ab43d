import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** In milliseconds since the epoch; undefined if the file does not exist. */
const writtenMs = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/**
 * Programs bundled into few files, which halves their start time. `tools/bundle.mjs` makes them from the output of tsc.
 */
export class Bundles {
  /** @param root folder that contains `apps` and `libs` */
  constructor(private readonly root: string) {}

  get folder(): string {
    return join(this.root, 'dist');
  }

  /** @param program absolute path of the main file, as tsc built it */
  of(program: string): string {
    return join(this.folder, relative(this.root, program).replaceAll(/[/\\]/g, '-'));
  }

  /** The bundle of a program, or the program itself if that is newer or has no bundle. */
  quickest(program: string): string {
    const bundle = this.of(program);
    return (writtenMs(bundle) ?? -1) < this.builtMs() ? program : bundle;
  }

  /** When tsc last built something; 0 if only its output is left, as in an image. */
  private builtMs(): number {
    const folders = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(join(this.root, folder)).map((name) => join(this.root, folder, name)),
    );
    return Math.max(0, ...folders.map((folder) => writtenMs(join(folder, 'dist', '.tsbuildinfo')) ?? 0));
  }
}

/** The bundles of the tree that this file belongs to. */
export const bundles = new Bundles(join(import.meta.dirname, '..', '..', '..'));
