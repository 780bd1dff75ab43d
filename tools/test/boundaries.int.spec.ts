import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface LintResult {
  readonly messages: readonly { readonly ruleId: string; readonly message: string }[];
}

const root = join(import.meta.dirname, '..', '..');
const bin = (name: string, ...args: string[]): string =>
  spawnSync(process.execPath, [join(root, 'node_modules', '.bin', name), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false' },
  }).stdout;

describe('module boundaries', () => {
  it.each([
    ['libs/core', 'not allowed to import "@nestjs/common"'],
    ['apps/customers', 'type:app'],
  ])(
    'refuse the fixture of %s',
    (project, refusal) => {
      bin('nx', 'show', 'projects'); // the rule is silent without a cached project graph
      const [result] = JSON.parse(
        bin('eslint', '--no-ignore', '--format', 'json', `${project}/test/boundary.fixture.ts`),
      ) as LintResult[];
      expect(result?.messages).toEqual([
        expect.objectContaining({
          ruleId: '@nx/enforce-module-boundaries',
          message: expect.stringContaining(refusal),
        }),
      ]);
    },
    60_000,
  );
});
