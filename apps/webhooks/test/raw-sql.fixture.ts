// Must be refused in each of its lines: tools/test/boundaries.int.spec.ts sees to that.
export const rows = (database: { query(sql: string): unknown }) => database.query('SELECT 1');
export const inTransaction = ({ tx }: { tx: { query<Row>(sql: string): Row[] } }) => tx.query<object>(`SELECT 2`);
export { queryPrepared } from '@halyard/persistence';
export { runPipeline as take } from '@halyard/persistence';
