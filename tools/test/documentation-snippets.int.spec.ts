import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith } from '@halyard/cli';
import { afterAll, describe, expect, it } from '@jest/globals';
import { sitePages } from '../docs/pages.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = sitePages().filter(({ slug }) => slug === 'api' || slug.startsWith('api/'));

/** The code under a heading of each page that has it, with the name of the page's operation. */
const snippets = (heading: string): (readonly [string, string])[] =>
  pages.flatMap(({ slug, text }) => {
    const [, code] = new RegExp(`^### ${heading}\\n\\n\`\`\`\\w+\\n([^]*?)\\n\`\`\``, 'm').exec(text) ?? [];
    return code === undefined ? [] : [[slug.slice('api/'.length), code] as const];
  });

/** The program of a how-to, which stands there part after part. */
const programOf = (how: string): string => {
  const { text = '' } = sitePages().find(({ slug }) => slug === `how-to/${how}`) ?? {};
  return [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, part]) => part).join('\n');
};

/** The words of a command line, and the text for its standard input. */
function commandOf(code: string): { readonly words: readonly string[]; readonly input: string } {
  const [command = '', ...lines] = code.split('\n');
  const words = command
    .replace(/ <<'END'$/, '')
    .replace('npx --no ', '')
    .split(' ');
  return { words: words.map((word) => word.replace(/^'(.*)'$/, '$1')), input: lines.slice(0, -1).join('\n') };
}

describe('the requests on the pages of operations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-snippets-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are programs that the typed client has the types for, as is that of a how-to', () => {
    const all = [...snippets('TypeScript'), ['advance-the-clock', programOf('advance-the-clock')] as const];
    expect(all.at(-1)?.[1]).toContain("client.post('/sandbox-clock/advances'");
    expect(all.length).toBeGreaterThan(100);
    for (const [name, code] of all) writeFileSync(join(folder, `${name}.ts`), code);
    const options = {
      ...{ strict: true, noEmit: true, target: 'es2023', module: 'nodenext', types: ['node'] },
      typeRoots: [join(root, 'node_modules', '@types')],
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      paths: { '@halyard/client': [join(root, 'libs', 'client', 'dist', 'index.d.ts')] },
    };
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }));
    const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    expect([stdout, status]).toEqual(['', 0]);
  });

  it('are commands that the command line has', async () => {
    const all = snippets('Command line');
    expect(all.length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const [name, code] of all) {
      const said: string[] = [];
      const { words, input } = commandOf(code);
      const context = {
        env: { HOME: folder },
        print: () => undefined,
        note: (line: string) => void said.push(line),
        readInput: () => Promise.resolve(input),
        signal: new AbortController().signal,
      };
      // Nobody is logged in: what is right usage ends there.
      const code4 = await runWith(['node', ...words], context);
      if (code4 !== 4) wrong.push(`${name}: ${code}: ${said.join(' ')}`);
    }
    expect(wrong).toEqual([]);
  });

  it('are scripts that a shell can read, and bodies of valid JSON', () => {
    const all = snippets('curl');
    expect(all.length).toBe(pages.length - 1);
    const script = all.map(([name, code]) => `${name}() {\n${code}\n}`).join('\n');
    const { status, stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' });
    expect([stderr, status]).toEqual(['', 0]);
    for (const [, code] of all) {
      const [, body] = /-d '(\{[^]*\})'$/.exec(code) ?? [];
      if (body !== undefined) expect(() => JSON.parse(body.replaceAll("'\\''", "'")) as unknown).not.toThrow();
    }
  });
});
