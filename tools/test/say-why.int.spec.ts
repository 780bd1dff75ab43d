import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const root = join(import.meta.dirname, '..', '..');

/** Programs for a running suite, with what each says where there is none. */
const programs: readonly (readonly string[])[] = [
  ['tools/seed.ts', '--account', 'Second'],
  ['tools/seed.ts', '--person', 'ada@example.com', '--of', '0195b3a0-0000-7000-8000-0000000000a1', '--role', 'owner'],
  ['apps/suite/dist/demo/tour.js'],
  ['tools/verify.ts'],
  ['tools/replace-master-key.ts'],
  ['tools/after-restore.ts'],
  ['tools/taken-away.ts', 'export'],
  ['apps/cli/bin/halyard.cjs', 'trigger', 'customer_created'],
];
/** The command line tells by its exit codes that nobody is logged in, and that the suite can't be reached. */
const codeOf = ([program]: readonly string[], ofCommandLine: number): number =>
  program === 'apps/cli/bin/halyard.cjs' ? ofCommandLine : 1;
/** Without DATABASE_URL these start the Postgres of the data folder. */
const startsPostgres = ([program = '']: readonly string[]): boolean => /after-restore|taken-away/.test(program);
const ofPostgres = programs.filter((program) =>
  /verify|replace|after-restore|taken-away|person/.test(program.join(' ')),
);

async function failureOf(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(process.execPath, args, { cwd: root, env: { PATH: process.env['PATH'], ...env }, stdio: 'pipe' });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await closed, said: `${out}${err}`.trim() };
}

describe('a program with --help', () => {
  it.each([...programs.filter(([program = '']) => program.startsWith('tools/')), ['tools/doctor.ts']])(
    'prints how it is called, and does nothing: %s',
    async (program = '') => {
      const { code, said } = await failureOf([program, '--help'], { DATA_DIR: '/nowhere' });
      expect(code).toBe(0);
      expect(said).toMatch(/npm run/);
      expect(said).not.toContain('Error');
    },
  );
});

describe('a program that needs what is not there', () => {
  let folder: string;
  const file = (name: string, content: string): void => writeFileSync(join(folder, 'stopped', name), content);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-programs-'));
    mkdirSync(join(folder, 'stopped', 'postgres'), { recursive: true });
    file('postgres/port', '1\n');
    const url = 'https://127.0.0.1:1';
    file('demo.json', JSON.stringify({ baseUrl: url, authUrl: url, accountId: 'a', key: 'k', secret: 'hide-this' }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(programs)('says so in one line where there is no suite: %s', async (...args) => {
    const { code, said } = await failureOf(args, { DATA_DIR: join(folder, 'missing') });
    expect(code).toBe(codeOf(args, 4));
    expect(said).toMatch(/^(?:halyard: )?[^\n]*DATA_DIR[^\n]*$|^halyard: [^\n]*npm start[^\n]*$/);
  });

  it.each(programs.filter((program) => !startsPostgres(program)))(
    'says so in one line where the suite was stopped: %s',
    async (...args) => {
      const { code, said } = await failureOf(args, { DATA_DIR: join(folder, 'stopped') });
      expect(code).toBe(codeOf(args, 5));
      expect(said).toMatch(/^[^\n]*(?:ECONNREFUSED|can't be reached)[^\n]*$/);
      expect(said).not.toContain('hide-this');
    },
  );

  it.each(ofPostgres)('names the setting and the host, and no password: %s', async (...args) => {
    const env = { DATA_DIR: join(folder, 'missing'), DATABASE_URL: 'postgres://halyard:hide-this@127.0.0.1:1/halyard' };
    const { code, said } = await failureOf(args, env);
    expect(code).toBe(1);
    expect(said).toBe(
      `halyard: The Postgres server at 127.0.0.1:1 can't be reached (ECONNREFUSED). Check DATABASE_URL.`,
    );
  });
});
