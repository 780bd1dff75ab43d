// A number of milliseconds in a spec is a guess at how fast the machine is. Waits, tests and hooks have the limits of
// libs/testing/src/patience.ts instead (ADR 38).
import type { Linter, Rule } from 'eslint';
import type { CallExpression, Expression, Super } from 'estree';

/** The argument of each function of Jest that is its timeout. */
const TIMEOUT_AT = new Map([
  ['it', 2],
  ['test', 2],
  ['beforeAll', 1],
  ['beforeEach', 1],
  ['afterAll', 1],
  ['afterEach', 1],
]);
/** Methods that take a limit of a wait, or sleep: of Jest, Playwright and AbortSignal. */
const METHODS = new Set([
  'setTimeout',
  'setDefaultTimeout',
  'setDefaultNavigationTimeout',
  'waitForTimeout',
  'timeout',
]);

/** `it` of `it.each(table)(title, test)`. */
function rootOf(callee: Expression | Super): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return rootOf(callee.tag);
  return undefined;
}

const isNumber = (node: { readonly type: string; readonly value?: unknown } | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'number';

const isLimited = ({ callee, arguments: given }: CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  METHODS.has(callee.property.name) &&
  given.some(isNumber);

const rule: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      timeout: 'Tests and hooks have the limit of the run: leave out the timeout.',
      limit: 'Wait for a condition, with `until` of @halyard/testing/waiting or without a limit of your own.',
    },
  },
  create(context) {
    const sleeps = new Set(['setTimeout']);
    return {
      ImportDeclaration({ source, specifiers }) {
        if (source.value !== 'node:timers/promises') return;
        for (const { type, local, ...specifier } of specifiers) {
          if (type !== 'ImportSpecifier' || !('imported' in specifier)) continue;
          const { imported } = specifier;
          if (imported.type === 'Identifier' && imported.name === 'setTimeout') sleeps.add(local.name);
        }
      },
      CallExpression(node) {
        const timeout = node.arguments[TIMEOUT_AT.get(rootOf(node.callee) ?? '') ?? Number.POSITIVE_INFINITY];
        if (timeout) context.report({ node: timeout, messageId: 'timeout' });
        const isSleep =
          node.callee.type === 'Identifier' && sleeps.has(node.callee.name) && node.arguments.some(isNumber);
        if (isSleep || isLimited(node)) context.report({ node, messageId: 'limit' });
      },
      Property({ key, value }) {
        if (key.type === 'Identifier' && key.name === 'timeout' && isNumber(value)) {
          context.report({ node: value, messageId: 'limit' });
        }
      },
    };
  },
};

export const specsWaitForConditions: Linter.Config = {
  files: ['{apps,libs,tools}/**/*.{spec,behaviour}.{ts,tsx}', '{apps,libs,tools}/**/test/**/*.{ts,tsx}'],
  plugins: { waits: { rules: { 'for-conditions': rule } } },
  rules: { 'waits/for-conditions': 'error' },
};
