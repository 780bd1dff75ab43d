import { createHash } from 'node:crypto';

/** The length to which Postgres cuts longer identifiers. */
const IDENTIFIER_BYTES_MAX = 63;

/** The role that reads every service's history to carry it to the others, and nothing else. */
export const BUS = 'bus';

/** The schema that a service owns, such as `funding_sources` for `funding-sources`. */
export const schemaOf = (service: string): string => service.replaceAll('-', '_');

/** The schema in which a service fills tables before they take the place of its own. */
export const besideSchemaOf = (service: string): string => `${schemaOf(service)}_beside`;

/**
 * The role of a service. Roles belong to the whole server, so the name of the role contains the database's. If both
 * together are too long, the database's name is hashed.
 */
export function roleOf(database: string, service: string): string {
  const role = `${database}_${schemaOf(service)}`;
  if (Buffer.byteLength(role) <= IDENTIFIER_BYTES_MAX) return role;
  return `${createHash('sha256').update(database).digest('hex').slice(0, 32)}_${schemaOf(service)}`;
}

/** The database that a URL names. A URL without one means the database with the name of its user, as in Postgres. */
export function databaseOf(url: string): string {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username);
}

/** A service's URL for its database: that of the administrator, but with the service's role. */
export function serviceUrl(adminUrl: string, service: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(roleOf(databaseOf(adminUrl), service));
  url.password = encodeURIComponent(password);
  url.pathname = `/${encodeURIComponent(databaseOf(adminUrl))}`;
  return url.href;
}
