import type { Session } from './server.query.js';

/** The session's role, with its rights in the whole server and the roles of which it is a member. */
interface RoleAttributes {
  readonly role: string;
  readonly names: readonly string[];
}

const ATTRIBUTES = `
  SELECT current_user AS role, array_remove(ARRAY[
    CASE WHEN rolsuper THEN 'SUPERUSER' END, CASE WHEN rolcreaterole THEN 'CREATEROLE' END,
    CASE WHEN rolcreatedb THEN 'CREATEDB' END, CASE WHEN rolreplication THEN 'REPLICATION' END,
    CASE WHEN rolbypassrls THEN 'BYPASSRLS' END], NULL)
    || ARRAY(SELECT 'member of ' || pg_get_userbyid(roleid) FROM pg_auth_members WHERE member = pg_roles.oid) AS names
  FROM pg_roles WHERE rolname = current_user`;

export async function attributesOf(session: Session): Promise<RoleAttributes> {
  const [row] = await session.query<RoleAttributes[]>(ATTRIBUTES);
  return row ?? { role: '', names: [] };
}

const SCHEMAS = `
  SELECT nspname AS name FROM pg_namespace
  WHERE nspname = ANY($1::text[]) AND has_schema_privilege(nspname, 'USAGE') ORDER BY nspname`;

/** Picks the schemas that the session's role may use. */
export const usableSchemas = (session: Session, schemas: readonly string[]): Promise<readonly string[]> =>
  namesOf(session, SCHEMAS, schemas);

const TABLES = `
  SELECT nspname || '.' || relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = ANY($1::text[]) AND relkind IN ('r', 'p')
    AND has_table_privilege(pg_class.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE') ORDER BY 1`;

/** The tables of the schemas that the session's role may read or change as a whole, and not some columns alone. */
export const usableTables = (session: Session, schemas: readonly string[]): Promise<readonly string[]> =>
  namesOf(session, TABLES, schemas);

async function namesOf(session: Session, sql: string, schemas: readonly string[]): Promise<readonly string[]> {
  const rows = await session.query<{ name: string }[]>(sql, [schemas]);
  return rows.map(({ name }) => name);
}
