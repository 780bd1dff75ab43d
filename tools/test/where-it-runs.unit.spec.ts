import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { specsSayWhereTheyRun } from '../eslint/where-it-runs.ts';

const faultsOf = (text: string): string[] =>
  new Linter()
    .verify(text, [{ ...specsSayWhereTheyRun, files: ['**/*.ts'] }], 'a.spec.ts')
    .map(({ ruleId }) => ruleId ?? 'parsing');

describe('the first line of an end-to-end spec', () => {
  it.each(['embedded', 'distributed', 'both', 'upgrade'])('may say that it runs %s', (way) => {
    expect(faultsOf(`// Runs: ${way}\nlet it;\n`)).toEqual([]);
  });

  it.each([
    ['is missing', 'let it;\n'],
    ['comes later', '\n// Runs: both\nlet it;\n'],
    ['says something else', '// Runs: everywhere\nlet it;\n'],
    ['says more', '// Runs: both, as a rule\nlet it;\n'],
  ])('is refused where it %s', (_, text) => {
    expect(faultsOf(text)).toEqual(['e2e/where-it-runs']);
  });
});
