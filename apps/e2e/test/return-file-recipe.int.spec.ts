// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runShell } from './support/run-shell.js';
import { SharedSuite } from './support/shared-suite.js';
import { shellBlocks } from './support/shell-blocks.js';
import { suiteFolder } from './support/suite-folder.js';

const PAGE = 'docs/how-to/upload-a-return-file.md';
const page = readFileSync(join(import.meta.dirname, '..', '..', '..', PAGE), 'utf8');

const blocks = shellBlocks()
  .filter(({ name }) => name.startsWith(`${PAGE} `))
  .map(({ text }) => text);
const [, program = ''] = /^```js\n([^]*?)^```$/m.exec(page) ?? [];

/** Printed between the blocks, so that each one's output is known. */
const BETWEEN = '---- next block';

describe(`the commands of ${PAGE}`, () => {
  let shared: SharedSuite;
  let folder: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('return file');
    folder = suiteFolder(shared.operator);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await shared.leave();
  });

  it('download a file, and upload what the bank answers: a correction, a return, and the same return again', async () => {
    writeFileSync(join(folder, 'answer.mjs'), program);
    // The profile that the page logs in to is that of nobody else.
    const script = ['export HOME="$PWD"', blocks.join(`echo '${BETWEEN}'\n`)].join('\n');
    const said = await runShell(
      script.replaceAll('https://localhost:8443', shared.operator.connection.baseUrl),
      folder,
    );
    const [sent, corrected, returned, again] = said.split(BETWEEN);
    expect(sent).toMatch(/^627222222226/m);
    expect(corrected).toMatch(/\bC01\b[^]*\btrue\b[^]*\b3210\b/);
    expect(returned).toMatch(/\bfailed\b[^]*\bR01\b/);
    expect(again).toMatch(/\brefused\b[^]*\bR67\b/);
  });
});
