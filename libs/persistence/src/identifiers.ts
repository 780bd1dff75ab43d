import { createHash } from 'node:crypto';

/** Longest identifier that Postgres keeps whole. */
const IDENTIFIER_BYTES_MAX = 63;

/** The role that reads every service's history to carry it to the others, and nothing else. */
export const BUS = 'bus';

/** The schema that a service owns: `funding-sources` -> `funding_sources`. */
export const schemaOf = (service: string): string => service.replaceAll('-', '_');

/** Roles belong to the whole server, so the database's name is part of them; it is hashed if both are too long. */
export function roleOf(database: string, service: string): string {
  const role = `${database}_${schemaOf(service)}`;
  if (Buffer.byteLength(role) <= IDENTIFIER_BYTES_MAX) return role;
  return `${createHash('sha256').update(database).digest('hex').slice(0, 32)}_${schemaOf(service)}`;
}

/** A URL without a database means that of its user, as in Postgres. */
export function databaseOf(url: string): string {
  const { pathname, username } = new URL(url);
  return decodeURIComponent(pathname.slice(1) || username);
}

/** A service's URL for the database: the administrator's, with the service's role. */
export function serviceUrl(adminUrl: string, service: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = encodeURIComponent(roleOf(databaseOf(adminUrl), service));
  url.password = encodeURIComponent(password);
  url.pathname = `/${encodeURIComponent(databaseOf(adminUrl))}`;
  return url.href;
}
