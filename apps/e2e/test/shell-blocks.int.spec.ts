// Runs: embedded
import { newId } from '@halyard/core';
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { idOf, newHolder } from './support/journeys.js';
import { runShell } from './support/run-shell.js';
import { SharedSuite } from './support/shared-suite.js';
import { shellBlocks } from './support/shell-blocks.js';
import { suiteFolder } from './support/suite-folder.js';

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
  'docs/how-to/rebuild-a-read-model.md 4': NOT_FOUND,
  'docs/how-to/rebuild-a-read-model.md 5': NOT_FOUND,
  'docs/how-to/replay-parked-messages.md 1': /"parked-keys":\[/,
  'docs/how-to/replay-parked-messages.md 2': NOT_FOUND,
  'docs/how-to/replay-parked-messages.md 3': NOT_FOUND,
  'docs/how-to/replay-parked-messages.md 4': /"skipped-messages":\[/,
  'docs/how-to/use-the-command-line.md 1': /"customers":\[/,
  'docs/runbooks/erase-a-person.md 1': /"confirmations":\[/,
  'docs/runbooks/log-ins-refused.md 1': /"security-events":\[/,
  'docs/sandbox/cause-any-event.md 1': /customer_created/,
};

/** Blocks that start, stop or replace something, which other specs do: only their syntax is checked here. */
const doneElsewhere: Readonly<Record<string, string>> = {
  'docs/how-to/act-for-other-accounts.md 1': 'apps/e2e/test/relying-parties.int.spec.ts',
  'docs/how-to/advance-the-clock.md 1': 'apps/e2e/test/clock-recipes.int.spec.ts',
  'docs/how-to/advance-the-clock.md 2': 'apps/e2e/test/clock-recipes.int.spec.ts',
  'docs/how-to/advance-the-clock.md 3': 'apps/e2e/test/clock-recipes.int.spec.ts',
  'docs/how-to/advance-the-clock.md 4': 'apps/e2e/test/clock-recipes.int.spec.ts',
  'docs/how-to/back-up-and-restore.md 1': 'apps/e2e/test/backup.int.spec.ts',
  'docs/how-to/back-up-and-restore.md 2': 'apps/e2e/test/backup.int.spec.ts',
  'docs/how-to/back-up-and-restore.md 3': 'apps/e2e/test/privacy.int.spec.ts',
  'docs/how-to/back-up-and-restore.md 4': 'apps/e2e/test/privacy.int.spec.ts',
  'docs/how-to/change-a-services-key.md 1': 'tools/test/packages/image-content.int.spec.ts',
  'docs/how-to/follow-events.md 1': 'apps/cli/src/completion',
  'docs/how-to/keep-log-ins-safe.md 1': 'apps/e2e/test/breaking/signing-keys.ts',
  'docs/how-to/link-a-bank.md 1': 'apps/e2e/test/bank-linking-example.int.spec.ts',
  'docs/how-to/run-it-distributed.md 1': 'apps/e2e/test/distributed/how-to.int.spec.ts',
  'docs/how-to/upload-a-return-file.md 1': 'apps/e2e/test/return-file-recipe.int.spec.ts',
  'docs/how-to/upload-a-return-file.md 2': 'apps/e2e/test/return-file-recipe.int.spec.ts',
  'docs/how-to/upload-a-return-file.md 3': 'apps/e2e/test/return-file-recipe.int.spec.ts',
  'docs/how-to/upload-a-return-file.md 4': 'apps/e2e/test/return-file-recipe.int.spec.ts',
  'docs/how-to/use-doctor.md 1': 'apps/e2e/test/doctor.int.spec.ts',
  'docs/how-to/verify.md 1': 'apps/e2e/test/verify.int.spec.ts',
  'docs/runbooks/backup-old.md 1': 'apps/e2e/test/backup.int.spec.ts',
  'docs/runbooks/data-lost.md 1': 'apps/e2e/test/restore-runbook.int.spec.ts',
  'docs/runbooks/data-lost.md 2': 'apps/e2e/test/restore-runbook.int.spec.ts',
  'docs/runbooks/data-lost.md 3': 'apps/e2e/test/restore-runbook.int.spec.ts',
  'docs/runbooks/data-lost.md 4': 'apps/e2e/test/restore-runbook.int.spec.ts',
  'docs/runbooks/erase-a-person.md 2': 'libs/persistence/src/sealing/replace-master-key.int.spec.ts',
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

  function folderOf(client: HalClient): string {
    const made = suiteFolder(client);
    folders.push(made);
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

  const runScript = (text: string, cwd = folder): Promise<string> =>
    runShell(text.replaceAll('https://localhost:8443', shared.operator.connection.baseUrl), cwd);

  it.each(Object.entries(said))('%s does what the page says', async (name, pattern) => {
    const block = blocks.find((one) => one.name === name);
    expect(await run(block?.text.replace('ada@example.com', `${newId()}@example.com`) ?? '')).toMatch(pattern);
  });

  it('the quick start, block after block, has a signed webhook for each of its programs, and leaves nothing behind', async () => {
    const steps = blocks.filter(({ name }) => name.startsWith(QUICK_START)).map(({ text }) => text);
    expect(steps).toHaveLength(8);
    // The first webhook that comes is that of the page only where nobody else acts for the account.
    const clone = folderOf(shared.client);
    const output = await runScript(steps.join('\n'), clone);
    expect(output).toMatch(/HTTP\/1\.1 201 [^]*a signed webhook: customer_created[^]*customer_created/);
    expect(output.match(/^a signed webhook: customer_created$/gm)).toHaveLength(2);
    expect(readdirSync(clone).toSorted()).toEqual(['.data', 'node_modules']);
    expect((await shared.client.get('/webhook-subscriptions')).body.total).toBe(0);
  });
});
