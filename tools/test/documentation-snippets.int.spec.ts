import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith } from '@halyard/cli';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sitePages } from '../docs/pages.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = sitePages().filter(({ slug }) => slug.startsWith('api/'));

/** The code under a heading of each page that has it. */
const snippets = (heading: string): (readonly [string, string])[] =>
  pages.flatMap(({ title, text }) => {
    const [, code] = new RegExp(`^## ${heading}\\n\\n\`\`\`\\w+\\n([^]*?)\\n\`\`\``, 'm').exec(text) ?? [];
    return code === undefined ? [] : [[title, code] as const];
  });

describe('the examples of operations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-snippets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are calls that the typed client has', () => {
    const all = snippets('With TypeScript');
    expect(all.length).toBeGreaterThan(100);
    const lines = all.map(([title, code]) => `export async function ${title}() {\n${code}\n}`);
    const given = `import { createClient } from '@halyard/client';
const client = createClient({ baseUrl: '', key: '', secret: '' });
const [id, key, retryId, file] = ['', '', '', new Blob([])];
`;
    writeFileSync(join(folder, 'snippets.ts'), given + lines.join('\n'));
    const options = {
      ...{ strict: true, noEmit: true, target: 'es2023', module: 'nodenext', types: [] },
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      paths: { '@halyard/client': [join(root, 'libs', 'client', 'dist', 'index.d.ts')] },
    };
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['snippets.ts'] }));
    const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });

  it('are commands that the command line has', async () => {
    const all = snippets('With the command line');
    expect(all.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const [title, code] of all) {
      const said: string[] = [];
      const words = code.split(' ').map((word) => word.replace(/^"(.*)"$/, '$1'));
      const context = {
        env: { HOME: folder },
        print: () => undefined,
        note: (line: string) => void said.push(line),
        readInput: () => Promise.resolve(''),
        signal: new AbortController().signal,
      };
      // Nobody is logged in: what is right usage ends there.
      const code4 = await runWith(['node', ...words], context);
      if (code4 !== 4) wrong.push(`${title}: ${code}: ${said.join(' ')}`);
    }
    expect(wrong).toEqual([]);
  });
});
