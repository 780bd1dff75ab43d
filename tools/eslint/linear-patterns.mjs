// A pattern for clients' text must take time in proportion to the text, because a match can't be interrupted.
import { getStaticValue } from '@eslint-community/eslint-utils';
import regexp from 'eslint-plugin-regexp';

const seen = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { unseen: 'Write the pattern so that lint can read it, and prove that it is linear.' },
  },
  create(context) {
    const check = (node) => {
      const [pattern] = node.arguments;
      if (node.callee.name !== 'RegExp' || !pattern) return;
      if (!getStaticValue(pattern, context.sourceCode.getScope(node))) context.report({ node, messageId: 'unseen' });
    };
    return { NewExpression: check, CallExpression: check };
  },
};

const files = ['{apps,libs,tools}/**/*.{ts,mjs}', '*.mjs'];

export const linearPatterns = [
  {
    files,
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-dupe-disjunctions': ['error', { report: 'trivial', reportExponentialBacktracking: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    files,
    // The double stands in for a server that accepts patterns from its clients; specs read only their own text.
    ignores: ['libs/testing/src/eventstore-double/**', '**/*.spec.ts', 'apps/e2e/test/**'],
    plugins: { patterns: { rules: { seen } } },
    rules: { 'patterns/seen': 'error' },
  },
];
