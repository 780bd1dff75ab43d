import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** When a file was written, in milliseconds since the epoch; undefined if it does not exist. */
const writtenMs = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/**
 * Programs that are bundled into few files, which halves the time of their start. `tools/bundle.mjs` makes them from
 * the output of tsc.
 */
export class Bundles {
  /** @param root folder that contains `apps` and `libs` */
  constructor(private readonly root: string) {}

  get folder(): string {
    return join(this.root, 'dist');
  }

  /** The path of a program's bundle. @param program absolute path of its main file */
  of(program: string): string {
    const name = relative(this.root, program).replaceAll(/[/\\]/g, '-');
    return join(this.folder, name.replace(/\.\w+$/, '.js'));
  }

  /** The bundle of a program; the program itself if tsc has built something later, or there is no bundle. */
  quickest(program: string): string {
    const bundle = this.of(program);
    return (writtenMs(bundle) ?? -1) < this.builtMs() ? program : bundle;
  }

  /** When tsc last built something; 0 if that is unknown, as in an image that contains only its output. */
  private builtMs(): number {
    const folders = ['apps', 'libs'].flatMap((folder) =>
      readdirSync(join(this.root, folder)).map((name) => join(this.root, folder, name)),
    );
    return Math.max(0, ...folders.map((folder) => writtenMs(join(folder, 'dist', '.tsbuildinfo')) ?? 0));
  }
}

/** The bundles in the folder of this installation. */
export const bundles = new Bundles(join(import.meta.dirname, '..', '..', '..'));
