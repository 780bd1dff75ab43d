// Runs every test, and ends with the slowest files, what was skipped, what failed and one plain line over all that ran.
// `--distributed` runs the end-to-end tests that the distributed way of running can break, on Kafka; `--long` everything,
// everywhere, the random tests at full count; `--quick` only unit tests, without a server; `--packages` those that install,
// pack, render the chart or build what the image contains. All other arguments go to jest (npm test -- libs/core).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { missingForKafka } from './jest/broker-here.mjs';

/** One line for each skipped group of tests: where, what and how many. The title of the group says why. */
function skippedIn({ testResults }) {
  const counts = new Map();
  for (const { name, assertionResults } of testResults) {
    for (const { status, ancestorTitles, title } of assertionResults) {
      if (status !== 'pending' && status !== 'todo') continue;
      const group = `${relative(process.cwd(), name)}: ${ancestorTitles[0] ?? title}`;
      counts.set(group, (counts.get(group) ?? 0) + 1);
    }
  }
  return [...counts].map(([group, count]) => `skipped ${count} in ${group}`);
}

/** What failed and why, on a line each: jest says it somewhere in the middle of a long output. */
function failuresIn({ testResults }) {
  const because = (text = '') =>
    stripVTControlCharacters(text).split('\n    at ', 1)[0].replaceAll(/\s+/g, ' ').slice(0, FAILURE_LENGTH);
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    const file = relative(process.cwd(), name);
    if (failed.length === 0 && status === 'failed') return [`failed ${file}: ${because(message)}`];
    return failed.map(({ fullName, failureMessages }) => `failed ${file}: ${fullName}: ${because(failureMessages[0])}`);
  });
}

/** The files that took longest, so that people who wait for the tests know for what. */
function slowestOf({ testResults }) {
  const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1_000;
  return [...testResults]
    .sort((left, right) => seconds(right) - seconds(left))
    .slice(0, SLOWEST)
    .map((file) => `${seconds(file).toFixed(1).padStart(6)} s  ${relative(process.cwd(), file.name)}`);
}

const RUNS = ['quick', 'distributed', 'packages', 'long'];
const SLOWEST = 10;
const FAILURE_LENGTH = 600;
/** The exit status of a program that says why it can't be run here; .ci/run reads it. */
const SKIPPED = 77;

const args = process.argv.slice(2);
const run = RUNS.find((name) => args.includes(`--${name}`)) ?? 'usual';
const forJest = args.filter((arg) => arg !== `--${run}`);
const missing = ['distributed', 'long'].includes(run) ? await missingForKafka() : undefined;
if (run === 'distributed' && missing !== undefined) {
  console.log(`skipped: ${missing}`);
  process.exit(SKIPPED);
}
const folder = mkdtempSync(join(tmpdir(), 'halyard-results-'));
const outputFile = join(folder, 'results.json');

// A run of all tests starts some hundred processes of services: from bundles that takes a quarter less.
if (!['quick', 'packages'].includes(run) && forJest.length === 0)
  spawnSync(process.execPath, ['tools/bundle.mjs'], { stdio: 'inherit' });

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
    },
  },
);

const results = JSON.parse(readFileSync(outputFile, 'utf8'));
rmSync(folder, { recursive: true });
for (const line of [...slowestOf(results), ...skippedIn(results), ...failuresIn(results)]) console.log(line);
if (missing !== undefined) console.log(`skipped the end-to-end tests of the distributed way: ${missing}`);
const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
const skipped = results.numPendingTests + results.numTodoTests;
console.log(`${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(status ?? 1);
