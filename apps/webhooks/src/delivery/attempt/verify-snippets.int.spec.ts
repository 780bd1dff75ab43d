import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const page = readFileSync(new URL('../../../../../docs/how-to/receive-webhooks.md', import.meta.url), 'utf8');

/** How each language of the page is run, and how it is found out whether it is on this machine. */
const languages: Readonly<Record<string, { readonly file: string; readonly run: string; readonly version: string }>> = {
  js: { file: 'verify.mjs', run: process.execPath, version: '--version' },
  python: { file: 'verify.py', run: 'python3', version: '--version' },
  ruby: { file: 'verify.rb', run: 'ruby', version: '--version' },
  php: { file: 'verify.php', run: 'php', version: '--version' },
  java: { file: 'Verify.java', run: 'java', version: '-version' },
};
const snippets = new Map(
  [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', code = '']) => [language, code]),
);
const here: string[] = [];
const absent: string[] = [];
for (const [language, { run, version }] of Object.entries(languages)) {
  (spawnSync(run, [version]).status === 0 ? here : absent).push(language);
}
it('has a snippet for each of five languages', () => {
  expect([...snippets.keys()].sort()).toEqual(Object.keys(languages).sort());
});

it.each(here)(
  'verifies in %s as the page says',
  (language) => {
    const { file, run } = languages[language] ?? { file: '', run: '' };
    const folder = mkdtempSync(join(tmpdir(), 'verify-'));
    writeFileSync(join(folder, file), snippets.get(language) ?? '');
    const body = '{"id":"e1","topic":"customer_created","name":"Zoë"}';
    const SECRET = 'sésame ouvre-toi';
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    const said = (SIGNATURE: string, input: string): string => {
      const env = { ...process.env, SECRET, SIGNATURE, LC_ALL: 'C.UTF-8' };
      return spawnSync(run, [file], { cwd: folder, input, env, encoding: 'utf8' }).stdout.trim();
    };
    const verdicts = [said(signature, body), said(signature, `${body} `), said('0'.repeat(64), body)];
    rmSync(folder, { recursive: true });
    expect(verdicts).toEqual(['genuine', 'forged', 'forged']);
  },
  180_000,
);

if (absent.length > 0) {
  // Its title is how the run names what it left out.
  describe(`snippets of a language that this machine lacks: ${absent.join(', ')}`, () => {
    it.skip.each(absent)('verifies in %s as the page says', () => undefined);
  });
}
