// Records are read and written through their entities; SQL over sets is in files named for it.
const NAMED =
  'Records go through their entities. SQL over sets has a file of its own: *.rows.ts, *.query.ts, *.projection.ts.';

/** The functions of libs/persistence that run statements. */
const RUNNERS = new Set(['queryPrepared', 'runPipeline', 'runPooled']);

const named = {
  meta: { type: 'problem', schema: [], messages: { named: NAMED } },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'named' });
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node;
        if (callee.type === 'MemberExpression' && callee.property.name === 'query' && given.length > 0) report(node);
      },
      'ImportSpecifier, ExportNamedDeclaration[source] > ExportSpecifier'(node) {
        if (RUNNERS.has((node.imported ?? node.local).name)) report(node);
      },
    };
  },
};

export const rawSql = {
  files: ['apps/**/*.ts'],
  ignores: [
    'apps/**/*.{rows,query,projection,migration}.ts',
    // A connection that only listens and holds locks: it reads no rows.
    'apps/**/*.session.ts',
    'apps/e2e/**',
    '**/*.spec.ts',
    '**/test/**',
    '!**/test/*.fixture.ts',
  ],
  plugins: { sql: { rules: { named } } },
  rules: { 'sql/named': 'error' },
};
