import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveId } from '@halyard/core';

const app = join(import.meta.dirname, '..', '..');
/** The folders of the files. The compiler does not copy style sheets, so they come from the sources. */
const folders = [
  { folder: join(app, 'dist', 'linking-pages', 'browser'), extension: '.js' },
  { folder: join(app, 'src', 'linking-pages', 'browser'), extension: '.css' },
];

/** Partners embed this script. It has a public name of its own. */
const CLIENT_SCRIPT = 'client.js';

const mediaTypes = { '.js': 'text/javascript', '.css': 'text/css' } as const;

export interface Asset {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** The files of the hosted pages, read once at the start. */
export class LinkingAssets {
  private readonly files = new Map<string, Asset>();
  /** Changes with the content of any file. */
  readonly version: string;
  readonly clientScript: Asset;

  constructor() {
    const hash = createHash('sha256');
    for (const { folder, extension } of folders) {
      const names = readdirSync(folder).filter((name) => name.endsWith(extension));
      for (const name of names.toSorted()) {
        const bytes = readFileSync(join(folder, name));
        hash.update(name).update(bytes);
        this.files.set(name, { mediaType: mediaTypes[extension as keyof typeof mediaTypes], bytes });
      }
    }
    this.version = deriveId('linking-assets', hash.digest('hex'));
    this.clientScript = this.taken(CLIENT_SCRIPT);
  }

  get(name: string): Asset | undefined {
    return this.files.get(name);
  }

  /** Browsers can fetch these all at once. */
  get modules(): readonly string[] {
    return [...this.files.keys()].filter((name) => name.endsWith('.js'));
  }

  private taken(name: string): Asset {
    const asset = this.files.get(name);
    if (!asset) throw new Error(`${name} is missing: was it built?`);
    this.files.delete(name);
    return asset;
  }
}
