import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** When a file was written, in milliseconds; undefined where there is none. */
const writtenMs = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** Programs as few files, which halves the time that a start takes; `tools/bundle.mjs` makes them of what tsc built. */
export class Bundles {
  /** @param root of the tree that holds `apps` and `libs` */
  constructor(private readonly root: string) {}

  get folder(): string {
    return join(this.root, 'dist');
  }

  /** @param program absolute path of the main file, as tsc built it */
  of(program: string): string {
    return join(this.folder, relative(this.root, program).replaceAll(/[/\\]/g, '-'));
  }

  /** Its bundle, or the program itself where that is newer or alone. */
  quickest(program: string): string {
    const bundle = this.of(program);
    return (writtenMs(bundle) ?? -1) < this.builtMs() ? program : bundle;
  }

  /** When tsc last built something: 0 where only what it built is left, as in an image. */
  private builtMs(): number {
    const folders = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(join(this.root, folder)).map((name) => join(this.root, folder, name)),
    );
    return Math.max(0, ...folders.map((folder) => writtenMs(join(folder, 'dist', '.tsbuildinfo')) ?? 0));
  }
}

/** Those of the tree that this file is part of. */
export const bundles = new Bundles(join(import.meta.dirname, '..', '..', '..'));
