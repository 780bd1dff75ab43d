import { ServerUnusable } from '@halyard/core';
import type { ClientBase } from 'pg';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { DataSource } from 'typeorm';
import { DatabaseClient } from './connections.js';
import { besideSchemaOf, BUS, databaseOf, roleOf, schemaOf } from './identifiers.js';
import { scramVerifier } from './scram.js';

const CONNECT_TIMEOUT_MS = 5_000;
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Makes concurrent provisioning wait. Without it, statements on the same catalogue rows would fail instead of waiting.
 */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('halyard.provision'))`;

export interface ProvisionOptions<Service extends string> {
  /** The URL of a user who may create roles, and schemas in this database. */
  readonly adminUrl: string;
  readonly services: readonly Service[];
  /** Gives the password of a service's role, or of the role `bus`, in ASCII. */
  readonly passwordOf: (role: Service | typeof BUS) => string;
}

async function ensureRole(client: ClientBase, database: string, service: string, password: string): Promise<void> {
  const role = roleOf(database, service);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const name = escapeIdentifier(role);
  const verifier = escapeLiteral(scramVerifier(password));
  await client.query(`${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${name} LOGIN PASSWORD ${verifier}`);

  const access = await client.query<{ connect: boolean; temporary: boolean }>(
    `SELECT has_database_privilege($1, current_database(), 'CONNECT') AS connect,
            has_database_privilege($1, current_database(), 'TEMPORARY') AS temporary`,
    [role],
  );
  const lacking = Object.entries(access.rows[0] ?? {}).flatMap(([privilege, held]) => (held ? [] : [privilege]));
  if (lacking.length > 0) {
    await client.query(`GRANT ${lacking.join(', ')} ON DATABASE ${escapeIdentifier(database)} TO ${name}`);
  }
}

/**
 * Creates a service's schemas, which belong to the administrator. So the service can make tables there, but can't drop
 * the schemas or let others in.
 */
async function ensureSchemas(client: ClientBase, database: string, service: string): Promise<void> {
  const role = escapeIdentifier(roleOf(database, service));
  const schema = escapeIdentifier(schemaOf(service));
  for (const each of [schema, escapeIdentifier(besideSchemaOf(service))]) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${each}`);
    await client.query(`REVOKE ALL ON SCHEMA ${each} FROM PUBLIC`);
    await client.query(`GRANT USAGE, CREATE ON SCHEMA ${each} TO ${role}`);
  }
  await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${escapeIdentifier(roleOf(database, BUS))}`);
  await client.query(`ALTER ROLE ${role} IN DATABASE ${escapeIdentifier(database)} SET search_path = ${schema}`);
}

/**
 * An extension that makes indexes for parts of texts. It comes with every distribution of Postgres, but the
 * administrator must install it.
 */
const EXTENSION = 'pg_trgm';

/** Installs the extension in a schema of its own, unless it is installed already. Services use it only for indexes. */
async function ensureExtension(client: ClientBase, database: string, services: readonly string[]): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS extensions');
  await client.query(`CREATE EXTENSION IF NOT EXISTS ${EXTENSION} SCHEMA extensions`);
  const { rows } = await client.query<{ schema: string }>(
    'SELECT nspname AS schema FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = $1',
    [EXTENSION],
  );
  for (const { schema } of rows) {
    const roles = services.map((service) => escapeIdentifier(roleOf(database, service)));
    await client.query(`GRANT USAGE ON SCHEMA ${escapeIdentifier(schema)} TO ${roles.join(', ')}`);
  }
}

/**
 * Closes the schema `public`, in which older servers let everyone create tables. Only its owner can close it, and it
 * contains nothing of ours.
 */
async function closePublicSchema(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(
    `SELECT pg_has_role(nspowner, 'USAGE') AS mine FROM pg_namespace WHERE nspname = 'public'`,
  );
  if (rows[0]?.mine) await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
}

async function provision<Service extends string>(
  client: ClientBase,
  { adminUrl, services, passwordOf }: ProvisionOptions<Service>,
): Promise<void> {
  const database = databaseOf(adminUrl);
  await client.query(LOCK);
  await closePublicSchema(client);
  await ensureRole(client, database, BUS, passwordOf(BUS));
  for (const service of services) {
    await ensureRole(client, database, service, passwordOf(service));
    await ensureSchemas(client, database, service);
  }
  await ensureExtension(client, database, services);
}

/**
 * Gives each service a schema, and a login role that sees only this schema. It also creates the role `bus`, which sees
 * what `grantHistoryToBus` opens. All of this is done, or nothing. It may be repeated, even by several processes at
 * once: the last one's passwords count.
 * @throws ServerUnusable naming the missing privilege, if the user of `adminUrl` may not create roles or schemas
 */
export async function provisionServices<Service extends string>(options: ProvisionOptions<Service>): Promise<void> {
  const client = new DatabaseClient({
    connectionString: options.adminUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query('BEGIN');
    await provision(client, options);
    await client.query('COMMIT');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    throw new ServerUnusable(
      `The database user may not set up Halyard: ${error.message}. It needs CREATEROLE, and CREATE on the database.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/**
 * Lets the role `bus` read the named columns of a service's `history` table, and no others. The service, which owns the
 * table, runs this after its migrations. It may be repeated.
 */
export async function grantHistoryToBus(service: DataSource, columns: readonly string[]): Promise<void> {
  await service.transaction(async (tx) => {
    await tx.query(LOCK);
    const [row] = await tx.query<{ database: string }[]>('SELECT current_database() AS database');
    const bus = escapeIdentifier(roleOf(row?.database ?? '', BUS));
    await tx.query(`REVOKE ALL ON history FROM ${bus}`);
    await tx.query(`GRANT SELECT (${columns.map(escapeIdentifier).join(', ')}) ON history TO ${bus}`);
  });
}
