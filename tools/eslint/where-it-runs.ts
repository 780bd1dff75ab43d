// An end-to-end spec that doesn't say where it runs would run nowhere.
import type { Linter, Rule } from 'eslint';
import { whereItRuns } from '../where-it-runs.ts';

const MISSING = 'The first line says where this spec runs: `// Runs: embedded`, `distributed`, `both` or `upgrade`.';

const rule: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], messages: { missing: MISSING } },
  create: (context) => ({
    Program(node) {
      if (whereItRuns(context.sourceCode.text) === undefined) context.report({ node, messageId: 'missing' });
    },
  }),
};

export const specsSayWhereTheyRun: Linter.Config = {
  files: ['apps/e2e/test/**/*.spec.ts'],
  plugins: { e2e: { rules: { 'where-it-runs': rule } } },
  rules: { 'e2e/where-it-runs': 'error' },
};
