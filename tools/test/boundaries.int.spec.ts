import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LintResult {
  readonly messages: readonly { readonly line: number; readonly ruleId: string; readonly message: string }[];
}

const root = join(import.meta.dirname, '..', '..');
const node = (...args: string[]): string =>
  spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false' },
  }).stdout;
const bin = (name: string, ...args: string[]): string => node(join(root, 'node_modules', '.bin', name), ...args);

function lint(fixture: string): LintResult['messages'] {
  bin('nx', 'show', 'projects'); // the boundaries are silent without a cached project graph
  const [result] = JSON.parse(bin('eslint', '--no-ignore', '--format', 'json', fixture)) as LintResult[];
  return result?.messages ?? [];
}

/** The numbers of a fixture's lines, but for the first, which says what it is. */
function linesOf(fixture: string): number[] {
  const [, ...lines] = readFileSync(join(root, fixture), 'utf8').trimEnd().split('\n');
  return lines.map((_, index) => index + 2);
}

describe('module boundaries', () => {
  it.each([
    ['libs/core', 'not allowed to import "@nestjs/common"'],
    ['apps/customers', 'type:app'],
  ])(
    'refuse the fixture of %s',
    (project, refusal) =>
      expect(lint(`${project}/test/boundary.fixture.ts`)).toEqual([
        expect.objectContaining({
          ruleId: '@nx/enforce-module-boundaries',
          message: expect.stringContaining(refusal),
        }),
      ]),
    60_000,
  );
});

describe('patterns', () => {
  it('are refused unless they are seen to be linear', () => {
    const fixture = 'libs/core/test/patterns.fixture.ts';
    const refused = lint(fixture).filter(({ ruleId }) => /^(?:regexp|patterns)\//.test(ruleId));
    expect([...new Set(refused.map(({ line }) => line))]).toEqual(linesOf(fixture));
  }, 60_000);
});

describe('folders', () => {
  it.each([
    ['refused where they import back and forth', 'payments/payment.fixture.ts', 'payments > legs > payments'],
    ['refused from the other side too', 'legs/leg.fixture.ts', 'legs > payments > legs'],
    ['one with what lies inside them', 'payments/steps/step.fixture.ts', undefined],
  ])(
    'are %s',
    (_, file, circle) => {
      const refused = lint(`libs/core/test/circles/src/${file}`).map(({ ruleId, message }) => `${ruleId}: ${message}`);
      expect(refused).toEqual(
        circle === undefined ? [] : [`folders/no-circles: Folders import back and forth: ${circle}`],
      );
    },
    60_000,
  );
});

describe('connections to Postgres', () => {
  it('are refused where nobody listens to them', () => {
    const fixture = 'libs/messaging/test/connections.fixture.ts';
    const refused = lint(fixture).filter(({ message }) => message.includes('Connections are made in libs/persistence'));
    expect(refused.map(({ line }) => line)).toEqual(linesOf(fixture));
  }, 60_000);
});

describe('raw SQL', () => {
  it('is refused outside of the files that are named for it', () => {
    const fixture = 'apps/webhooks/test/raw-sql.fixture.ts';
    const refused = lint(fixture).filter(({ ruleId }) => ruleId === 'sql/named');
    expect(refused.map(({ line }) => line)).toEqual(linesOf(fixture));
  }, 60_000);
});

describe('rules of bodies', () => {
  it('are refused where they are functions', () => {
    const fixture = 'libs/http/test/declared-rules.fixture.ts';
    const refused = lint(fixture).filter(({ message }) => message.includes('Rules are declared'));
    expect(refused.map(({ line }) => line)).toEqual(linesOf(fixture));
  }, 60_000);
});

describe('purity', () => {
  const fixture = 'apps/transfers/test/purity.fixture.ts';

  it('refuses every line of its fixture', () => {
    const refused = lint(fixture).filter(({ message }) => message.includes('Pure, or imported by what is pure'));
    expect(refused.map(({ line }) => line)).toEqual(linesOf(fixture));
  }, 60_000);

  it('is asked of what is named so, and of what such a file imports for more than types', () => {
    const questions = {
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
    const program = `
      import { ESLint } from 'eslint';
      const eslint = new ESLint();
      const isPure = async (file) => (await eslint.calculateConfigForFile(file)).rules['no-restricted-globals'] !== undefined;
      const files = ${JSON.stringify(Object.keys(questions))};
      const answers = await Promise.all(files.map(async (file) => [file, await isPure(file)]));
      console.log(JSON.stringify(Object.fromEntries(answers)));`;
    expect(JSON.parse(node('--input-type=module', '--eval', program))).toEqual(questions);
  }, 60_000);
});
