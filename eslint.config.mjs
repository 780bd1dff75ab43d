import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';
import { derivedSources } from './tools/derived-files.ts';
import { circles } from './tools/eslint/circles.mjs';
import { connections } from './tools/eslint/connections.mjs';
import { declaredRules } from './tools/eslint/declared-rules.mjs';
import { linearPatterns } from './tools/eslint/linear-patterns.mjs';
import { pure } from './tools/eslint/pure.mjs';
import { rawSql } from './tools/eslint/raw-sql.mjs';
import { typeNames } from './tools/eslint/type-names.ts';
import { specsWaitForConditions } from './tools/eslint/waits.ts';
import { specsSayWhereTheyRun } from './tools/eslint/where-it-runs.ts';

const io = ['@nestjs/*', 'typeorm', 'pg', 'kafkajs', '@eventstore/*'];
const only = (sourceTag, ...onlyDependOnLibsWithTags) => ({ sourceTag, onlyDependOnLibsWithTags });

const layers = [
  { ...only('type:core', 'type:core'), bannedExternalImports: io },
  { ...only('type:contracts', 'type:core', 'type:contracts'), bannedExternalImports: io },
  { ...only('type:public-api', 'type:core', 'type:contracts', 'type:public-api'), bannedExternalImports: io },
  only('type:adapter', 'type:core', 'type:contracts', 'type:adapter'),
  // Pages of the console call the API as any program does.
  only('type:app', 'type:core', 'type:contracts', 'type:public-api', 'type:adapter', 'type:client'),
  // The contracts of all nouns are for the gateway, and for what shows them all: the console, and the log of requests.
  ...['auth', 'cli', 'customers', 'funding-sources', 'transfers'].map((service) => ({
    sourceTag: `scope:${service}`,
    notDependOnLibsWithTags: ['type:public-api'],
  })),
  only('type:launcher', 'type:core', 'type:contracts', 'type:adapter'),
  only(
    'type:composition',
    'type:app',
    'type:core',
    'type:contracts',
    'type:public-api',
    'type:client',
    'type:adapter',
    'type:launcher',
    'type:testing',
  ),
  only(
    'type:e2e',
    'type:composition',
    'type:core',
    'type:contracts',
    'type:public-api',
    'type:client',
    'type:adapter',
    'type:launcher',
    'type:testing',
  ),
];
/** Imports nothing; its specs may. */
const client = only('type:client', 'type:client');
const forSpecs = [...layers, client].map((layer) =>
  layer.onlyDependOnLibsWithTags
    ? { ...layer, onlyDependOnLibsWithTags: [...layer.onlyDependOnLibsWithTags, 'type:launcher', 'type:testing'] }
    : layer,
);
const boundaries = (depConstraints) => [
  'error',
  {
    enforceBuildableLibDependency: false,
    allow: [],
    // Specs of the libraries use the testing library, which uses the libraries.
    ignoredCircularDependencies: [['@halyard/testing', '*']],
    depConstraints,
  },
];

/** The folders of the console's pages, from below. Each imports those before it. */
const folders = ['api', 'parts', 'session', 'forms', 'columns', 'generic', 'pages', 'shell'];
const consolePages = [
  { files: ['apps/console/web/**/*.{ts,tsx}'], rules: { 'max-lines-per-function': ['error', { max: 60 }] } },
  {
    files: ['apps/console/web/**/*.spec.tsx', 'apps/console/web/test-support/**'],
    rules: { 'max-lines-per-function': 'off' },
  },
  ...folders.slice(0, -1).map((folder, place) => ({
    files: [`apps/console/web/${folder}/**/*.{ts,tsx}`],
    ignores: ['**/*.spec.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: folders.slice(place + 1).map((above) => ({
            group: [`**/${above}/**`],
            message: `Code of ${folder} does not know ${above}.`,
          })),
        },
      ],
    },
  })),
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-spec/**',
      '**/packed/**',
      '**/node_modules/**',
      '.data/**',
      '.nx/**',
      '**/*.fixture.ts',
      ...derivedSources,
    ],
  },
  {
    files: ['{apps,examples,libs,tools}/**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([
        ...layers,
        { ...client, bannedExternalImports: ['*'] },
        only('type:testing', '*'),
      ]),
      '@typescript-eslint/no-non-null-assertion': 'error',
      // The compiler finds a missing case only in a function that returns a value.
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['{apps,libs}/**/*.spec.{ts,tsx}', '{apps,libs}/**/{test,test-support}/**/*.{ts,tsx}'],
    rules: {
      '@nx/enforce-module-boundaries': boundaries([...forSpecs, only('type:testing', '*')]),
      '@typescript-eslint/no-floating-promises': 'error',
    },
  },
  // Nouns add their rows to interfaces by extending them.
  {
    files: ['libs/contracts/src/**/*.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }] },
  },
  // Old versions of Node must be able to read it: they are told what they lack.
  { files: ['tools/prepare.cjs'], languageOptions: { ecmaVersion: 2019, sourceType: 'commonjs' } },
  ...consolePages,
  connections,
  circles,
  declaredRules,
  rawSql,
  specsSayWhereTheyRun,
  specsWaitForConditions,
  typeNames,
  ...linearPatterns,
  pure(import.meta.dirname),
  { files: ['**/*.fixture.ts'], ...tseslint.configs.disableTypeChecked },
  prettier,
);
