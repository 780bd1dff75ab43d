import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { root } from './yaml.ts';

const session = {
  user: { email: 'ada@example.com', name: 'Ada' },
  account: { id: 'a', name: 'A' },
  role: 'owner',
  environment: 'production',
};

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

interface Sources {
  readonly makePages: (folder: string) => Promise<void>;
  readonly isPage: (path: string) => boolean;
  readonly shellOf: (manifest: object, title: string, neighbours: object) => string;
}

/** The pages of the console, to somebody who has logged in. */
export class ConsolePages {
  private readonly folder: string;
  private readonly sources: Sources;

  private constructor(folder: string, sources: Sources) {
    this.folder = folder;
    this.sources = sources;
  }

  static async make(folder: string): Promise<ConsolePages> {
    const found = await Promise.all(
      ['tools/bundle-console.mjs', 'apps/console/src/page/page-table.ts', 'apps/console/src/page/shell.ts'].map(
        (file) => import(join(root, file)) as Promise<Partial<Sources>>,
      ),
    );
    const sources = Object.assign({}, ...found) as Sources;
    await sources.makePages(folder);
    return new ConsolePages(folder, sources);
  }

  answer(path: string, response: ServerResponse): void {
    const { isPage, shellOf } = this.sources;
    const [, asset] = /^\/console\/assets\/([\w.-]+)$/.exec(path) ?? [];
    if (asset !== undefined) {
      response.setHeader('content-type', types[asset.split('.').at(-1) ?? ''] ?? '');
      response.end(readFileSync(join(this.folder, asset)));
    } else if (path === '/console/session') response.end(JSON.stringify(session));
    else {
      const manifest = JSON.parse(readFileSync(join(this.folder, 'manifest.json'), 'utf8')) as object;
      const origin = `http://${response.req.headers.host ?? ''}`;
      response.writeHead(isPage(path) ? 200 : 404, { 'content-type': 'text/html' });
      response.end(shellOf(manifest, 'Console', { api: origin, auth: origin }));
    }
  }
}
