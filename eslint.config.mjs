import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const io = ['@nestjs/*', 'typeorm', 'pg', 'kafkajs', '@eventstore/*'];
const only = (sourceTag, ...onlyDependOnLibsWithTags) => ({ sourceTag, onlyDependOnLibsWithTags });

const layers = [
  { ...only('type:core', 'type:core'), bannedExternalImports: io },
  { ...only('type:contracts', 'type:core', 'type:contracts'), bannedExternalImports: io },
  only('type:adapter', 'type:core', 'type:contracts', 'type:adapter'),
  only('type:app', 'type:core', 'type:contracts', 'type:adapter'),
  only('type:composition', 'type:app', 'type:core', 'type:contracts', 'type:adapter', 'type:testing'),
  only('type:e2e', 'type:composition', 'type:core', 'type:contracts', 'type:adapter', 'type:testing'),
];
const forSpecs = layers.map((layer) =>
  layer.onlyDependOnLibsWithTags
    ? { ...layer, onlyDependOnLibsWithTags: [...layer.onlyDependOnLibsWithTags, 'type:testing'] }
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

export default tseslint.config(
  { ignores: ['**/dist/**', '**/dist-spec/**', '**/node_modules/**', '.data/**', '.nx/**', '**/*.fixture.ts'] },
  {
    files: ['{apps,libs,tools}/**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([...layers, only('type:testing', '*')]),
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['{apps,libs}/**/*.spec.ts', '{apps,libs}/**/test/**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': boundaries([...forSpecs, only('type:testing', '*')]),
      '@typescript-eslint/no-floating-promises': 'error',
    },
  },
  {
    files: ['apps/**/*.model.ts', 'apps/**/*.decider.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: ['node:*', ...io] }],
      'no-restricted-syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Time comes in the command.' },
        {
          selector: "MemberExpression[object.name='Date'][property.name='now']",
          message: 'Time comes in the command.',
        },
        {
          selector: "MemberExpression[object.name='Math'][property.name='random']",
          message: 'Ids come in the command.',
        },
        { selector: "CallExpression[callee.name='newId']", message: 'Ids come in the command.' },
      ],
    },
  },
  { files: ['**/*.fixture.ts'], ...tseslint.configs.disableTypeChecked },
  prettier,
);
