// Runs: embedded
import { newId } from '@halyard/core';
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { idOf, newHolder } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { shellBlocks } from './support/shell-blocks.js';

const root = join(import.meta.dirname, '..', '..', '..');
const README = 'README.md 1';
const QUICK_START = 'docs/quick-start.md ';

/** Of an id that names nothing: the route is there, and the token suffices. */
const NOT_FOUND = /"code":"NotFound"/;

/** What a run says last, for each block that is run against a suite. */
const said: Readonly<Record<string, RegExp>> = {
  [README]: /HTTP\/1\.1 201 [^]*location: https:/i,
  'docs/how-to/keep-log-ins-safe.md 2': /"security-events":\[/,
  'docs/how-to/rebuild-a-read-model.md 1': /"read-models":\[/,
  'docs/how-to/rebuild-a-read-model.md 2': NOT_FOUND,
  'docs/how-to/rebuild-a-read-model.md 3': NOT_FOUND,
  'docs/how-to/replay-parked-messages.md 1': /"parked-keys":\[/,
  'docs/how-to/replay-parked-messages.md 2': NOT_FOUND,
  'docs/how-to/replay-parked-messages.md 3': NOT_FOUND,
  'docs/how-to/replay-parked-messages.md 4': /"skipped-messages":\[/,
  'docs/runbooks/erase-a-person.md 1': /"confirmations":\[/,
  'docs/sandbox/cause-any-event.md 1': /customer_created/,
};

/** Blocks that start, stop or replace something, which other specs do: only their syntax is checked here. */
const doneElsewhere: Readonly<Record<string, string>> = {
  'docs/how-to/act-for-other-accounts.md 1': 'apps/e2e/test/relying-parties.int.spec.ts',
  'docs/how-to/change-a-services-key.md 1': 'tools/test/packages/image-content.int.spec.ts',
  'docs/how-to/follow-events.md 1': 'apps/cli/src/completion',
  'docs/how-to/keep-log-ins-safe.md 1': 'apps/e2e/test/breaking/signing-keys.ts',
  'docs/how-to/link-a-bank.md 1': 'apps/e2e/test/bank-linking-example.int.spec.ts',
  'docs/how-to/run-it-distributed.md 1': 'apps/e2e/test/distributed',
  'docs/how-to/verify.md 1': 'apps/e2e/test/verify.int.spec.ts',
  'docs/runbooks/erase-a-person.md 2': 'apps/e2e/test/privacy.int.spec.ts',
  'docs/runbooks/erase-a-person.md 3': 'apps/e2e/test/privacy.int.spec.ts',
  'docs/runbooks/erase-a-person.md 4': 'libs/persistence/src/sealing/replace-master-key.int.spec.ts',
  'docs/runbooks/leaked-signing-key.md 1': 'apps/e2e/test/breaking/signing-keys.ts',
};

describe('the shell of the README, the how-tos, the runbooks and the recipes', () => {
  const blocks = shellBlocks();
  const folders: string[] = [];
  let shared: SharedSuite;
  let folder: string;
  let customer: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('shell');
    folder = folderOf(shared.operator);
    ({ customer } = await newHolder(shared.operator));
  });
  afterAll(async () => {
    for (const each of folders) rmSync(each, { recursive: true });
    await shared.leave();
  });

  /** A folder of the project as a start leaves it whose demo account is that of the client. */
  function folderOf({ connection }: HalClient): string {
    const made = mkdtempSync(join(tmpdir(), 'halyard-shell-'));
    folders.push(made);
    mkdirSync(join(made, '.data', 'tls'), { recursive: true });
    writeFileSync(join(made, '.data', 'demo.json'), JSON.stringify(connection));
    copyFileSync(connection.caFile ?? '', join(made, '.data', 'tls', 'ca.pem'));
    // `npx --no halyard` is the command line of the folder of the project.
    symlinkSync(join(root, 'node_modules'), join(made, 'node_modules'));
    return made;
  }

  it('is known: each block that is marked as shell is run here, or by a spec that is named', () => {
    const alone = blocks.map(({ name }) => name).filter((name) => !name.startsWith(QUICK_START));
    expect(alone.toSorted()).toEqual([...Object.keys(said), ...Object.keys(doneElsewhere)].toSorted());
  });

  it.each(blocks)('$name is shell that can be read', ({ text }) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  /** Runs a block as somebody does who has pasted that of the README before. */
  function run(text: string): Promise<string> {
    const readme = blocks.find(({ name }) => name === README)?.text ?? '';
    const before = readme.slice(0, readme.indexOf('\ncall '));
    return runScript([before, `id=${idOf(customer)}`, text].join('\n').replaceAll('my-first-customer', newId()));
  }

  async function runScript(text: string, cwd = folder): Promise<string> {
    const script = text.replaceAll('https://localhost:8443', shared.operator.connection.baseUrl);
    // A shell whose folder of data is that of the pages.
    const { DATA_DIR: _, ...env } = process.env;
    const bash = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], {
      cwd,
      env: { ...env, NODE_OPTIONS: '', PATH: `${dirname(process.execPath)}:${env['PATH'] ?? ''}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [bash.stdout, bash.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [status] = (await once(bash, 'close')) as [number];
    expect({ status, output }).toEqual({ status: 0, output });
    return output;
  }

  it.each(Object.entries(said))('%s does what the page says', async (name, pattern) => {
    const block = blocks.find((one) => one.name === name);
    expect(await run(block?.text.replace('ada@example.com', `${newId()}@example.com`) ?? '')).toMatch(pattern);
  });

  it('the quick start, block after block, ends with a signed webhook for each of its programs', async () => {
    const steps = blocks.filter(({ name }) => name.startsWith(QUICK_START)).map(({ text }) => text);
    expect(steps).toHaveLength(8);
    // The first webhook that comes is that of the page only where nobody else acts for the account.
    const output = await runScript(steps.join('\n'), folderOf(shared.client));
    expect(output).toMatch(/HTTP\/1\.1 201 [^]*a signed webhook: customer_created[^]*customer_created/);
    expect(output.match(/^a signed webhook: customer_created$/gm)).toHaveLength(2);
  });
});
