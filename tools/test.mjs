// Runs tests, and ends with what the projects used, the slowest files, what was skipped, what failed and one plain line over
// all that ran. Without arguments it runs all unit and integration tests, and the end-to-end tests on the embedded way of
// running. `--distributed` runs the end-to-end tests that the distributed way can break, on Kafka; `--long` everything,
// everywhere, the random tests at full count; `--quick` only unit tests, without a server; `--packages` those
// that install, pack, render the chart or build what the image contains; `--upgrade` those that replace the release before this
// build by this build, while it serves. `--changed` runs
// the projects that the files changed since the main branch reach. `--shuffle=SEED` runs files in an order of that number's.
// `--new-budget` keeps the CPU seconds of the run as the budget of its projects. All other arguments go to jest (npm test --
// libs/core).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingForKafka } from './jest/broker-here.mjs';
import { changedProjects } from './jest/changed.ts';
import { aboveBudget, failuresIn, skippedIn, slowestOf, sumsOf, usageTable } from './jest/report.ts';
import { readUsages } from './jest/usage.ts';
import { earlierReleases } from './releases.ts';
import { builtRelease } from './upgrade/built-release.ts';

const RUNS = ['quick', 'distributed', 'packages', 'upgrade', 'long'];
/** The exit status of a program that says why it can't be run here; .ci/run reads it. */
const SKIPPED = 77;
const SHUFFLE = '--shuffle=';
const BUDGET_FILE = join(import.meta.dirname, 'jest', 'budget.json');

const args = process.argv.slice(2);
const run = RUNS.find((name) => args.includes(`--${name}`)) ?? 'usual';
const keepsBudget = args.includes('--new-budget');
const isOurs = (arg) => [`--${run}`, '--new-budget', '--changed'].includes(arg) || arg.startsWith(SHUFFLE);
const forJest = args.filter((arg) => !isOurs(arg));
if (args.includes('--changed')) {
  const projects = changedProjects();
  if (projects.length === 0) {
    console.log('Nothing that a test reads was changed.');
    process.exit(0);
  }
  forJest.push('--selectProjects', ...projects);
}
const seed = args.find((arg) => arg.startsWith(SHUFFLE))?.slice(SHUFFLE.length);
/** Says why what was asked for can't be run here, and ends. */
const skip = (reason) => {
  console.log(`skipped: ${reason}`);
  process.exit(SKIPPED);
};
const missing = ['distributed', 'upgrade', 'long'].includes(run) ? await missingForKafka() : undefined;
if (run === 'distributed' && missing !== undefined) skip(missing);
const release = run === 'upgrade' ? builtRelease(earlierReleases.at(-1)) : {};
if (release.missing !== undefined) skip(release.missing);

// A run of all tests starts some hundred processes of services: from bundles that takes a quarter less.
if (!['quick', 'packages'].includes(run) && forJest.length === 0)
  spawnSync(process.execPath, ['tools/bundle.mjs'], { stdio: 'inherit' });

const folder = mkdtempSync(join(tmpdir(), 'halyard-results-'));
const [outputFile, usageFile] = [join(folder, 'results.json'), join(folder, 'usage.jsonl')];
const { status } = spawnSync(
  process.execPath,
  [
    '--import=./tools/jest/preload.mjs',
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    '--json',
    `--outputFile=${outputFile}`,
    ...forJest,
  ],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      TEST_RUN: run,
      TEST_USAGE_FILE: usageFile,
      ...(seed && { TEST_SHUFFLE: seed }),
      ...(release.folder && { TEST_EARLIER_RELEASE: release.folder }),
    },
  },
);

const results = JSON.parse(readFileSync(outputFile, 'utf8'));
const sums = existsSync(usageFile) ? sumsOf(readUsages(usageFile)) : [];
rmSync(folder, { recursive: true });
const budgets = JSON.parse(readFileSync(BUDGET_FILE, 'utf8'));
if (keepsBudget) {
  budgets[run] = Object.fromEntries(sums.map(({ name, cpuSeconds }) => [name, Math.ceil(cpuSeconds)]));
  writeFileSync(BUDGET_FILE, `${JSON.stringify(budgets, null, 2)}\n`);
}
const lines = [
  ...usageTable(sums),
  ...slowestOf(results),
  // Some files alone cost more than their share, since whoever is first loads what all use.
  ...(forJest.length === 0 ? aboveBudget(sums, budgets[run]) : []),
  ...skippedIn(results),
  ...(missing === undefined ? [] : [`skipped the end-to-end tests of the distributed way: ${missing}`]),
  ...failuresIn(results),
];
for (const line of lines) console.log(line);
const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
const skipped = results.numPendingTests + results.numTodoTests;
console.log(`${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(status ?? 1);
