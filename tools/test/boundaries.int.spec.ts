import { beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LintResult {
  readonly filePath: string;
  readonly messages: readonly { readonly line: number; readonly ruleId: string; readonly message: string }[];
}

const fixtures = {
  core: 'libs/core/test/boundary.fixture.ts',
  customers: 'apps/customers/test/boundary.fixture.ts',
  publicApi: 'apps/customers/test/public-api.fixture.ts',
  patterns: 'libs/core/test/patterns.fixture.ts',
  payments: 'libs/core/test/circles/src/payments/payment.fixture.ts',
  legs: 'libs/core/test/circles/src/legs/leg.fixture.ts',
  steps: 'libs/core/test/circles/src/payments/steps/step.fixture.ts',
  fee: 'libs/core/test/circles/src/fees/fee.fixture.ts',
  charge: 'libs/core/test/circles/src/fees/charge.fixture.ts',
  connections: 'libs/messaging/test/connections.fixture.ts',
  rawSql: 'apps/webhooks/test/raw-sql.fixture.ts',
  declaredRules: 'libs/input/test/declared-rules.fixture.ts',
  purity: 'apps/transfers/test/purity.fixture.ts',
};
type Fixture = keyof typeof fixtures;

const root = join(import.meta.dirname, '..', '..');
const node = (...args: string[]): string =>
  spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false' },
  }).stdout;

/** Files, and whether lint treats them as pure. */
const purity = {
  'apps/customers/src/customer/customer.model.ts': true,
  'apps/customers/src/customer/customer.decider.ts': true,
  'apps/customers/src/customer/customer.plan.ts': true,
  'apps/customers/src/customer/customer.fold.ts': true,
  'libs/messaging/src/inbox.fold.ts': true,
  'apps/customers/src/customer/flows.ts': true,
  'apps/customers/src/customer/eligibility.ts': true,
  'apps/customers/src/customer/customer-status.ts': true,
  'apps/transfers/src/payment/chart-of-accounts.ts': true, // imported by the payment's decider
  'apps/transfers/src/facts/facts.ts': false, // imported for its types alone
  'apps/suite/src/distributed/process-plan.ts': false,
};
/** Its switch returns nothing: the compiler would not notice a missing case. */
const LEDGER = 'apps/transfers/src/ledger/ledger.fold.ts';

type Rules = Readonly<Record<string, unknown>>;

/** What lint finds in every fixture, and the rules that it applies: asked for at once, since most of its time is its start. */
let results: readonly LintResult[];
let rules: Readonly<Record<string, Rules>>;

const PROGRAM = `
  import { ESLint } from 'eslint';
  const results = await new ESLint({ ignore: false }).lintFiles(${JSON.stringify(Object.values(fixtures))});
  const eslint = new ESLint();
  const rulesOf = async (file) => [file, (await eslint.calculateConfigForFile(file)).rules];
  const files = ${JSON.stringify([...Object.keys(purity), LEDGER])};
  const rules = Object.fromEntries(await Promise.all(files.map(rulesOf)));
  console.log(JSON.stringify({ results, rules }));`;

beforeAll(() => {
  node(join(root, 'node_modules', '.bin', 'nx'), 'show', 'projects'); // the boundaries are silent without a cached project graph
  const found = JSON.parse(node('--input-type=module', '--eval', PROGRAM)) as {
    readonly results: typeof results;
    readonly rules: typeof rules;
  };
  [results, rules] = [found.results, found.rules];
});

function lint(fixture: Fixture): LintResult['messages'] {
  const result = results.find(({ filePath }) => filePath === join(root, fixtures[fixture]));
  if (result === undefined) throw new Error(`${fixtures[fixture]} was not linted`);
  return result.messages;
}

function rulesOf(file: string): Rules {
  const found = rules[file];
  if (found === undefined) throw new Error(`nobody asked for the rules of ${file}`);
  return found;
}

/** The line numbers of a fixture, without the first line, which says what it is. */
function linesOf(fixture: Fixture): number[] {
  const [, ...lines] = readFileSync(join(root, fixtures[fixture]), 'utf8').trimEnd().split('\n');
  return lines.map((_, index) => index + 2);
}

describe('module boundaries', () => {
  it.each<[Fixture, string]>([
    ['core', 'not allowed to import "@nestjs/common"'],
    ['customers', 'type:app'],
    ['publicApi', 'type:public-api'],
  ])('refuse the fixture of %s', (fixture, refusal) =>
    expect(lint(fixture)).toEqual([
      expect.objectContaining({
        ruleId: '@nx/enforce-module-boundaries',
        message: expect.stringContaining(refusal),
      }),
    ]),
  );
});

describe('patterns', () => {
  it('are refused unless they are seen to be linear', () => {
    const refused = lint('patterns').filter(({ ruleId }) => /^(?:regexp|patterns)\//.test(ruleId));
    expect([...new Set(refused.map(({ line }) => line))]).toEqual(linesOf('patterns'));
  });
});

describe('circles', () => {
  it.each<[string, Fixture, string[]]>([
    [
      'of folders are refused',
      'payments',
      ['folders/no-circles: Folders import back and forth: payments > legs > payments'],
    ],
    [
      'of folders are refused from the other side too',
      'legs',
      ['folders/no-circles: Folders import back and forth: legs > payments > legs'],
    ],
    ['are none between a folder and what lies inside it', 'steps', []],
    [
      'of files are refused, be it for their types alone',
      'fee',
      ['files/no-circles: Files import back and forth: fee.fixture.ts > charge.fixture.ts > fee.fixture.ts'],
    ],
    [
      'of files are refused from the other side too',
      'charge',
      ['files/no-circles: Files import back and forth: charge.fixture.ts > fee.fixture.ts > charge.fixture.ts'],
    ],
  ])('%s', (_, fixture, refusals) =>
    expect(lint(fixture).map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual(refusals),
  );
});

describe('connections to Postgres', () => {
  it('are refused where nobody listens to them', () => {
    const refused = lint('connections').filter(({ message }) =>
      message.includes('Connections are made in libs/persistence'),
    );
    expect(refused.map(({ line }) => line)).toEqual(linesOf('connections'));
  });
});

describe('raw SQL', () => {
  it('is refused outside of the files that are named for it', () => {
    const refused = lint('rawSql').filter(({ ruleId }) => ruleId === 'sql/named');
    expect(refused.map(({ line }) => line)).toEqual(linesOf('rawSql'));
  });
});

describe('rules of bodies', () => {
  it('are refused where they are functions', () => {
    const refused = lint('declaredRules').filter(({ message }) => message.includes('Rules are declared'));
    expect(refused.map(({ line }) => line)).toEqual(linesOf('declaredRules'));
  });
});

describe('purity', () => {
  it('refuses every line of its fixture', () => {
    const refused = lint('purity').filter(({ message }) => message.includes('Pure, or imported by what is pure'));
    expect(refused.map(({ line }) => line)).toEqual(linesOf('purity'));
  });

  it('is asked of what is named so, and of what such a file imports for more than types', () => {
    const answers = Object.keys(purity).map((file) => [file, rulesOf(file)['no-restricted-globals'] !== undefined]);
    expect(Object.fromEntries(answers)).toEqual(purity);
  });
});

describe('a switch', () => {
  it('names every kind of its union, also where nothing is returned', () => {
    expect(rulesOf(LEDGER)['@typescript-eslint/switch-exhaustiveness-check']).toEqual([2, expect.anything()]);
  });
});
