import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { TEST_MS } from './libs/testing/src/patience.ts';
import { missingForKafka } from './tools/jest/broker-here.mjs';
import { specsThatRun } from './tools/where-it-runs.ts';

/** What is run, as tools/test.mjs names it: `usual`, `quick`, `distributed`, `packages`, `upgrade` or `long`. */
const { TEST_RUN: run = 'usual' } = process.env;
const SPECS = run === 'quick' ? '*.unit.spec.ts' : '*.spec.ts';
const E2E = `${import.meta.dirname}/apps/e2e/test`;

/** @param transform options of swc */
const compiled = (transform) => [
  '@swc/jest',
  {
    // Beside what is run, and read when a stack is: within, it is three quarters of the text.
    sourceMaps: true,
    module: { type: 'es6' },
    jsc: {
      target: 'es2024',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true, tsx: transform.react !== undefined },
      transform,
      experimental: { keepImportAttributes: true },
    },
  },
];

const project = (dir) => ({
  displayName: dir,
  rootDir: `${import.meta.dirname}/${dir}`,
  testMatch: [`<rootDir>/{src,test}/**/${SPECS}`],
  testEnvironment: `${import.meta.dirname}/tools/jest/environment.mjs`,
  runtime: `${import.meta.dirname}/tools/jest/runtime.mjs`,
  // Libraries are read from their sources, so that no test needs a build.
  testEnvironmentOptions: { customExportConditions: ['@halyard/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transformIgnorePatterns: ['/node_modules/(?!@halyard/)'],
  transform: { '\\.ts$': compiled({ legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false }) },
  setupFiles: ['reflect-metadata'],
});

/** Component tests of the console's pages. A document, and what has seen it, is made anew for each file. */
const web = () => {
  const { runtime: _, ...others } = project('apps/console');
  return {
    ...others,
    displayName: 'apps/console web',
    testMatch: ['<rootDir>/web/**/*.unit.spec.tsx'],
    testEnvironment: `${import.meta.dirname}/tools/jest/dom-environment.mjs`,
    testEnvironmentOptions: { customExportConditions: ['@halyard/source', 'browser'] },
    extensionsToTreatAsEsm: ['.ts', '.tsx'],
    transform: { '\\.tsx?$': compiled({ react: { runtime: 'automatic' } }) },
    setupFiles: ['<rootDir>/web/test-support/document.ts'],
  };
};

/** End-to-end tests on one way of running the suite. */
const e2e = (mode, specs) => ({
  ...project('apps/e2e'),
  displayName: `apps/e2e ${mode}`,
  testMatch: specs,
  setupFiles: ['reflect-metadata', ...(mode === 'embedded' ? [] : [`<rootDir>/modes/${mode}.mjs`])],
});

/** What depends on the store of the streams: the flows of money, and what is killed meanwhile. */
const OF_STREAMS = ['consistency', 'idempotency', 'main-job', 'one-of-each', 'returns', 'timeline', 'verify'];
/** What plays on a stage (apps/transfers/test/stage.ts). */
const MONEY_CASES = ['leg-table', 'return-table', 'fees', 'at-once', 'story', 'statistics.fold', 'payment.answer'];

/** The cases of money that need no more of transfers than its streams, with these in an EventStoreDB. */
const moneyOnEventStoreDb = () => ({
  ...project('apps/transfers'),
  displayName: 'apps/transfers on eventstoredb',
  testMatch: MONEY_CASES.map((spec) => `<rootDir>/src/**/${spec}.unit.spec.ts`),
  setupFiles: ['reflect-metadata', `${import.meta.dirname}/apps/e2e/modes/embedded-eventstoredb.mjs`],
});

/** The upgrade from the release before this build, where there is a broker also process by process. */
const upgrade = (hasBroker) => ({
  ...project('apps/e2e'),
  displayName: 'apps/e2e upgrade',
  testMatch: specsThatRun('upgrade', E2E).filter((path) => hasBroker || !path.includes('process-by-process')),
});

const dirs = ['libs', 'apps']
  .flatMap((root) => readdirSync(root).map((name) => `${root}/${name}`))
  .filter((dir) => dir !== 'apps/e2e');

/** Specs of the suite as a whole, by their paths below apps/e2e/test. */
const specs = (...paths) => paths.map((path) => `<rootDir>/test/${path}.spec.ts`);

const everywhere = async () => [
  e2e('embedded', specs('*', 'generators/*')),
  e2e('embedded-eventstoredb', specs(`(${OF_STREAMS.join('|')}).int`)),
  ...((await missingForKafka()) === undefined
    ? [
        e2e('distributed', specs('*', 'distributed/*')),
        e2e('distributed-postgres', specs('*', 'distributed/two-of-each.int')),
      ]
    : []),
];

/** Specs of `tools` that install, pack, render the chart, or build what the image contains: they have a run of their own. */
const PACKAGES = `${import.meta.dirname}/tools/test/packages/*.spec.ts`;
/** Changes the tables of the suite before anything has read them, so that it shares no modules with other specs. */
const CHANGING = `${import.meta.dirname}/tools/test/one-change.int.spec.ts`;

const tools = () => {
  const { testMatch, ...others } = project('tools');
  return { ...others, testMatch: [...testMatch, `!${PACKAGES}`, `!${CHANGING}`] };
};
const packages = () => ({ ...project('tools'), displayName: 'tools packages', testMatch: [PACKAGES] });
const changing = () => {
  const { runtime: _, ...others } = project('tools');
  return {
    ...others,
    displayName: 'tools changing',
    testMatch: [CHANGING],
    testEnvironment: `${import.meta.dirname}/tools/jest/own-environment.mjs`,
  };
};

const services = () => [...dirs.map(project), tools(), web()];
const projects = {
  quick: services,
  usual: () => [...services(), changing(), e2e('embedded', specsThatRun('embedded', E2E))],
  distributed: () => [e2e('distributed', specsThatRun('distributed', E2E))],
  packages: () => [packages()],
  upgrade: async () => [upgrade((await missingForKafka()) === undefined)],
  long: async () => [...services(), changing(), packages(), moneyOnEventStoreDb(), ...(await everywhere())],
};

export default async () => ({
  projects: await projects[run](),
  testTimeout: TEST_MS,
  // A worker that runs specs of the suite waits for other processes half of the time. An upgrade tells how long it takes.
  maxWorkers: run === 'upgrade' ? 1 : Math.ceil(availableParallelism() * 1.5),
  workerIdleMemoryLimit: '700MB',
  testSequencer: './tools/jest/sequencer.mjs',
  ...(!['quick', 'packages'].includes(run) && {
    globalSetup: './tools/jest/setup.mjs',
    globalTeardown: './tools/jest/teardown.mjs',
  }),
});
