import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { DomainError, errorCodeOf } from '@halyard/core';
import { z } from 'zod';
import { ConsoleConfig } from '../config.js';

/** `npm run bundle` writes them here. */
const BUILT = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'console');

const manifest = z.object({ script: z.string(), style: z.string(), icon: z.string() });
export type Manifest = z.infer<typeof manifest>;

const types = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
} as const;

export interface Asset {
  readonly bytes: Buffer;
  readonly type: string;
  readonly isCompressed: boolean;
}

/** The pages' files. Names contain a hash of the content, and each file is also there compressed. */
@Injectable()
export class Assets {
  private readonly folder: string;

  constructor({ consoleAssetsDir = BUILT }: ConsoleConfig) {
    this.folder = consoleAssetsDir;
  }

  /** @throws DomainError NotFound if they are not built */
  get manifest(): Manifest {
    try {
      return manifest.parse(JSON.parse(readFileSync(join(this.folder, 'manifest.json'), 'utf8')));
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOENT') throw error;
      throw new DomainError('NotFound', { message: 'The pages are not built: `npm run bundle` builds them.' });
    }
  }

  /**
   * @param name without a folder
   * @throws DomainError NotFound
   */
  async find(name: string, takesBrotli: boolean): Promise<Asset> {
    const type = Object.entries(types).find(([ending]) => name.endsWith(`.${ending}`))?.[1];
    if (type === undefined || /[/\\]/.test(name)) throw new DomainError('NotFound');
    try {
      const bytes = await readFile(join(this.folder, takesBrotli ? `${name}.br` : name));
      return { bytes, type, isCompressed: takesBrotli };
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT') throw new DomainError('NotFound');
      throw error;
    }
  }
}
