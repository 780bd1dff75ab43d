// Code that decides about money and lifecycle is pure: it gives the same result for the same input, live, after a
// crash, and in a rebuild.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Endings of the names of files that must be pure: `payment.plan.ts`; those in the second list also in the form
 * `customer-status.ts`.
 */
const KINDS = ['model', 'decider', 'plan', 'fold'];
const SUBJECTS = ['flows', 'eligibility', 'status'];

const promised = [
  `{apps,libs}/**/{*.,}{${KINDS.join()}}.ts`,
  `{apps,libs}/**/{*.,*-,}{${SUBJECTS.join()}}.ts`,
  '{apps,libs}/**/purity.fixture.ts',
];
const promises = new RegExp(`(?:^|\\.)(?:${KINDS.join('|')})\\.ts$|(?:^|[.-])(?:${SUBJECTS.join('|')})\\.ts$`);

const IMPORT = /^(?:import|export)\s([^'";]*)'(\.[^']+)\.js';/gm;

/** Whether an import takes only types: `import type { A } from`, or `import { type A, type B } from`. */
function isOfTypes(clause) {
  const text = clause.trim();
  if (text.startsWith('type ')) return true;
  const end = text.lastIndexOf('}');
  const names = text
    .slice(1, end)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return text.startsWith('{') && names.length > 0 && names.every((name) => name.startsWith('type '));
}

/** The files below a folder that must be pure by their names, and those from which they import more than types. */
function pureFiles(root) {
  const seen = new Set();
  const walk = (file) => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    for (const [, clause, path] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      if (!isOfTypes(clause)) walk(join(dirname(file), `${path}.ts`));
    }
  };
  for (const layer of ['apps', 'libs']) {
    for (const project of readdirSync(join(root, layer))) {
      const sources = join(root, layer, project, 'src');
      const files = existsSync(sources) ? readdirSync(sources, { recursive: true }) : [];
      for (const file of files) if (promises.test(basename(file))) walk(join(sources, file));
    }
  }
  return [...seen].map((file) => relative(root, file).replaceAll('\\', '/'));
}

const PURE = 'Pure, or imported by what is pure:';
const noTime = `${PURE} time comes with the command.`;
const noIds = `${PURE} ids come with the command.`;
const noIo = `${PURE} it reaches for nothing but its parameters.`;

const memberOf = (object, name) =>
  `MemberExpression[object.name='${object}']:matches([property.name='${name}'], [property.value='${name}'])`;
const globals = (message, ...names) => names.map((name) => ({ name, message }));

const rules = {
  '@typescript-eslint/no-restricted-imports': [
    'error',
    {
      paths: [
        { name: '@halyard/core', importNames: ['newId'], message: noIds },
        { name: '@halyard/core', importNames: ['Clock'], message: noTime },
        { name: '@halyard/core', importNames: ['pause', 'aborted', 'TimerScheduler', 'turnEnd'], message: noIo },
      ],
      patterns: [
        { regex: String.raw`^(?!\.{1,2}/|@halyard/(?:(?:core|event-store|changes)$|contracts(?:/|$)))`, message: noIo },
        { regex: '^@halyard/(?:event-store|changes)$', allowTypeImports: true, message: noIo },
      ],
    },
  ],
  'no-restricted-syntax': [
    'error',
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: noTime },
    { selector: "CallExpression[callee.name='Date']", message: noTime },
    { selector: memberOf('Date', 'now'), message: noTime },
    { selector: memberOf('Math', 'random'), message: noIds },
    { selector: 'VariableDeclarator[init.name=/^(?:Date|Math)$/]', message: noTime },
    { selector: ':matches(ImportExpression, TSImportEqualsDeclaration, AwaitExpression)', message: noIo },
  ],
  'no-restricted-globals': [
    'error',
    ...globals(noTime, 'performance', 'setTimeout', 'setInterval', 'setImmediate'),
    ...globals(noIds, 'crypto'),
    ...globals(noIo, 'process', 'global', 'globalThis', 'fetch', 'console', 'require'),
  ],
};

/** @param root folder of the repository */
export const pure = (root) => ({ files: [...promised, ...pureFiles(root)], rules });
