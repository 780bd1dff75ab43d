import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
/** All but the picture of states. */
const snippets = new Map(
  [...page.matchAll(/```(?!mermaid)(\w+)\n([\s\S]*?)```/g)].map(([, language = '', code = '']) => [language, code]),
);
const here: string[] = [];
const absent: string[] = [];
for (const [language, { run, version }] of Object.entries(languages)) {
  (spawnSync(run, [version]).status === 0 ? here : absent).push(language);
}
it('has a snippet for each of five languages', () => {
  expect([...snippets.keys()].sort()).toEqual(Object.keys(languages).sort());
});

const SECRET = 'sésame ouvre-toi';
const body = '{"id":"e1","topic":"customer_created","name":"Zoë"}';
const genuine = createHmac('sha256', SECRET).update(body).digest('hex');

/** What may stand where a signature should; undefined where the header is missing. */
const forgeries: Readonly<Record<string, string | undefined>> = {
  'of another body': createHmac('sha256', SECRET).update(`${body} `).digest('hex'),
  'of zeros': '0'.repeat(64),
  missing: undefined,
  empty: '',
  'too short': genuine.slice(0, -2),
  'too long': `${genuine}00`,
  'of an odd length': genuine.slice(1),
  'no hex': 'z'.repeat(64),
  'hex up to its last digit': `${genuine.slice(0, -1)}z`,
  'genuine, then no hex': `${genuine}zz`,
  'not ASCII': 'é'.repeat(32),
  'not ASCII, of as many characters': `${genuine.slice(0, -1)}é`,
  'sent twice': `${genuine}, ${genuine}`,
};

describe.each(here)('the snippet in %s', (language) => {
  const { file, run } = languages[language] ?? { file: '', run: '' };
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'verify-'));
    writeFileSync(join(folder, file), snippets.get(language) ?? '');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const verdict = (signature: string | undefined) => {
    const env = { ...process.env, SECRET, SIGNATURE: signature, LC_ALL: 'C.UTF-8' };
    const { status, stdout } = spawnSync(run, [file], { cwd: folder, input: body, env, encoding: 'utf8' });
    return { status, said: stdout.trim() };
  };

  it('takes the genuine signature', () => expect(verdict(genuine)).toEqual({ status: 0, said: 'genuine' }));

  it.each(Object.keys(forgeries))('refuses one that is %s, without an exception', (kind) =>
    expect(verdict(forgeries[kind])).toEqual({ status: 0, said: 'forged' }),
  );
});

if (absent.length > 0) {
  // Its title is how the run names what it left out.
  describe(`snippets of a language that this machine lacks: ${absent.join(', ')}`, () => {
    it.skip.each(absent)('verifies in %s as the page says', () => undefined);
  });
}
