// A connection to Postgres without an `error` listener ends the process when it fails, so all are made where one is
// added.
const MADE_ELSEWHERE = 'Connections are made in libs/persistence, by DatabaseClient, openPool and openDatabase.';

export const connections = {
  files: ['{apps,libs}/**/*.ts'],
  // Specs and their helpers end together with the connections that they make.
  ignores: [
    'libs/persistence/src/{connections,open-database}.ts',
    'libs/testing/**',
    '**/*.spec.ts',
    '**/test/**',
    '!**/test/*.fixture.ts',
  ],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        paths: [
          { name: 'pg', importNames: ['Client', 'Pool', 'default'], allowTypeImports: true, message: MADE_ELSEWHERE },
        ],
      },
    ],
    'no-restricted-syntax': ['error', { selector: "NewExpression[callee.name='DataSource']", message: MADE_ELSEWHERE }],
  },
};
