// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runShell } from './support/run-shell.js';
import { SharedSuite } from './support/shared-suite.js';
import { shellBlocks } from './support/shell-blocks.js';
import { suiteFolder } from './support/suite-folder.js';

const PAGE = 'docs/how-to/advance-the-clock.md';
const page = readFileSync(join(import.meta.dirname, '..', '..', '..', PAGE), 'utf8');

/** The shell of the page: the first recipe with curl and from the command line, and the second one that goes on. */
const [curl = '', commands = '', curlLater = '', commandsLater = ''] = shellBlocks()
  .filter(({ name }) => name.startsWith(`${PAGE} `))
  .map(({ text }) => text);
const program = [...page.matchAll(/^```ts\n([^`]*(?:`[^`]+`[^`]*)*)^```$/gm)].map(([, text = '']) => text).join('\n');
const [, start = ''] = /start it with the suite's certificate authority:\s+`([^`]+)`/.exec(page) ?? [];

/** The events of Ada in the first recipe. Each run has the same ones, whatever day it is. */
const FIRST = [
  '2026-03-02T15:00:00.000Z customer_bank_transfer_created',
  '2026-03-02T15:00:00.000Z customer_created',
  '2026-03-02T15:00:00.000Z customer_funding_source_added',
  '2026-03-02T15:00:00.000Z customer_funding_source_added',
  '2026-03-02T15:00:00.000Z customer_funding_source_verified',
  '2026-03-02T15:00:00.000Z customer_microdeposits_added',
  '2026-03-02T15:00:00.000Z customer_verified',
  '2026-03-03T06:00:00.000Z customer_microdeposits_completed',
  '2026-03-05T06:00:00.000Z customer_bank_transfer_completed',
];
/** 17:00 in Chicago on the sixtieth day after the settlement. */
const RETURNED = '2026-05-04T22:00:00.000Z';

const eventsIn = (said: string): readonly string[] => {
  const lines = said.matchAll(/^(?:\{"created":")?(\S+Z)(?:","topic":"|\s+)(customer_\w+)/gm);
  return [...lines].map(([, created = '', topic = '']) => `${created} ${topic}`);
};

describe(`the recipes of ${PAGE}`, () => {
  let shared: SharedSuite;
  let folder: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('clock recipes');
    folder = suiteFolder(shared.operator);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await shared.leave();
  });

  const run = (text: string): Promise<string> =>
    runShell(text.replaceAll('https://localhost:8443', shared.operator.connection.baseUrl), folder);

  it.each([
    ['with curl', `${curl}\n${curlLater}`],
    // The profile that the page logs in to is that of nobody else.
    ['from the command line', `export HOME="$PWD"\n${commands}\n${commandsLater}`],
    ['in TypeScript', start],
  ])('happen at the same times in every run, and bring a debit back after 60 days: %s', async (_, text) => {
    expect([program, text].map((given) => given.trim() === '')).toEqual([false, false]);
    writeFileSync(join(folder, 'run.ts'), program);
    const said = await run(text);
    expect(eventsIn(said)).toEqual(FIRST);
    expect(said).toMatch(/\bprocessed\b[^]*\bfailed\b[^]*\bR10\b/);
    expect(said.trim().split('\n').at(-1)).toContain(RETURNED);
  });
});
