// Must be refused in each of its lines: tools/test/boundaries.int.spec.ts sees to that.
export { Client } from 'pg';
export { Pool as Connections } from 'pg';
export { default } from 'pg';
export const database = (DataSource: new (options: object) => object) => new DataSource({ type: 'postgres' });
