import { readdirSync } from 'node:fs';
import { missingForKafka } from './tools/jest/broker-here.mjs';

/** Units alone, which need no server. */
const isQuick = process.env.TEST_QUICK === 'true';
const SPECS = isQuick ? '*.unit.spec.ts' : '*.spec.ts';

const project = (dir) => ({
  displayName: dir,
  rootDir: `${import.meta.dirname}/${dir}`,
  testMatch: [`<rootDir>/{src,test}/**/${SPECS}`],
  testEnvironment: 'node',
  // Libraries are read from their sources, so that no test needs a build.
  testEnvironmentOptions: { customExportConditions: ['@halyard/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transformIgnorePatterns: ['/node_modules/(?!@halyard/)'],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      {
        // Beside what is run, and read when a stack is: within, it is three quarters of the text.
        sourceMaps: true,
        module: { type: 'es6' },
        jsc: {
          target: 'es2024',
          keepClassNames: true,
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
      },
    ],
  },
  setupFiles: ['reflect-metadata'],
});

/** The end-to-end tests, or some of them, on one way of running the suite. */
const e2e = (mode, specs = ['*']) => ({
  ...project('apps/e2e'),
  displayName: `apps/e2e ${mode}`,
  testMatch: specs.map((spec) => `<rootDir>/test/${spec}.spec.ts`),
  setupFiles: ['reflect-metadata', ...(mode === 'embedded' ? [] : [`<rootDir>/modes/${mode}.mjs`])],
});

const isLong = process.env.TEST_LONG === 'true';
/** What knows no other way, or is the same on all of them; `npm run test:long` runs all on all. */
const EMBEDDED_ALONE = [
  'start.int',
  'full-disk.int',
  // What a browser, the command line or a reader of the documents sees of the API; bank-linking-example, console and
  // main-job walk both ways.
  ...[
    'authorization-pages.int',
    'bank-linking.int',
    'bank-linking-isolation.int',
    'command-line.int',
    'command-line-everywhere.int',
    'command-line-listening.int',
    'command-line-resources.int',
    'command-line-watching.int',
    'console-*.int',
    'conformance.int',
    'device-pages.int',
    'documentation.int',
    'examples.int',
    'form-rules.int',
    'offers.int',
    'people-pages.int',
    'python.int',
    'recipes.int',
    'seed.int',
    'shell-blocks.int',
    'third-party-forms.int',
    'typed-client.int',
    'unknown-resource.int',
  ],
  // A service's own rules, and what the gateway renders.
  ...['account-table.int', 'bounded-answers.int', 'certification.int', 'unavailable.int'],
];
/** What depends on the store of the streams: the flows of money, and what is killed meanwhile. */
const OF_STREAMS = ['consistency', 'idempotency', 'main-job', 'outages', 'returns', 'timeline', 'verify'];
/** What plays on a stage (apps/transfers/test/stage.ts). */
const MONEY_CASES = ['leg-table', 'return-table', 'fees', 'at-once', 'story', 'statistics.fold', 'payment.answer'];
const DISTRIBUTED = isLong ? ['*', 'distributed/*'] : [`!(${EMBEDDED_ALONE.join('|')})`, 'distributed/*'];

/** The cases of money that need no more of transfers than its streams, with these in an EventStoreDB. */
const moneyOnEventStoreDb = () => ({
  ...project('apps/transfers'),
  displayName: 'apps/transfers on eventstoredb',
  testMatch: MONEY_CASES.map((spec) => `<rootDir>/src/**/${spec}.unit.spec.ts`),
  setupFiles: ['reflect-metadata', `${import.meta.dirname}/apps/e2e/modes/embedded-eventstoredb.mjs`],
});

const dirs = ['libs', 'apps']
  .flatMap((root) => readdirSync(root).map((name) => `${root}/${name}`))
  .filter((dir) => dir !== 'apps/e2e');

/** The suite as a whole, on each way of running it that this machine has what it needs for. */
const e2eProjects = async () => [
  e2e('embedded'),
  ...(isLong ? [e2e('embedded-eventstoredb', [`(${OF_STREAMS.join('|')}).int`])] : []),
  ...((await missingForKafka()) === undefined
    ? [
        e2e('distributed', DISTRIBUTED),
        ...(isLong ? [e2e('distributed-postgres', ['*', 'distributed/chaos.int'])] : []),
      ]
    : []),
];

export default async () => ({
  projects: [
    ...[...dirs, 'tools'].map(project),
    ...(isLong ? [moneyOnEventStoreDb()] : []),
    ...(isQuick ? [] : await e2eProjects()),
  ],
  // Far beyond what a busy machine needs: a wait in a test ends before it, and says for what it waited.
  testTimeout: 60_000,
  // What a run waits for is mostly other processes: half of the cores would stand idle.
  maxWorkers: '100%',
  workerIdleMemoryLimit: '700MB',
  testSequencer: './tools/jest/sequencer.mjs',
  ...(!isQuick && { globalSetup: './tools/jest/setup.mjs', globalTeardown: './tools/jest/teardown.mjs' }),
});
