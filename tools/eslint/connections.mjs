// A connection to Postgres whose `error` nobody hears ends the process, so all are made where they are listened to.
const MADE_ELSEWHERE = 'Connections are made in libs/persistence, by DatabaseClient, openPool and openDatabase.';

export const connections = {
  files: ['{apps,libs}/**/*.ts'],
  // Specs and their helpers end with the connections that they make.
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
