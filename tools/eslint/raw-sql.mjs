// What is a record is read and written through its entity; SQL over sets stands in files that are named for it.
const NAMED =
  'Records go through their entities. SQL over sets has a file of its own: *.rows.ts, *.query.ts, *.projection.ts.';

const named = {
  meta: { type: 'problem', schema: [], messages: { named: NAMED } },
  create: (context) => ({
    CallExpression(node) {
      const { callee, arguments: given } = node;
      const isQuery = callee.type === 'MemberExpression' && callee.property.name === 'query';
      if (isQuery && given.length > 0) context.report({ node, messageId: 'named' });
    },
  }),
};

export const rawSql = {
  files: ['apps/**/*.ts'],
  ignores: [
    'apps/**/*.{rows,query,projection,migration}.ts',
    // A connection that listens and holds locks: no rows at all.
    'apps/**/*.session.ts',
    'apps/e2e/**',
    '**/*.spec.ts',
    '**/test/**',
    '!**/test/*.fixture.ts',
  ],
  plugins: { sql: { rules: { named } } },
  rules: { 'sql/named': 'error' },
};
