import { errorCodeOf, isUnavailable, ServerUnusable } from '@halyard/core';
import { types } from 'node:util';

/** SQLSTATEs of a server that refuses our login. */
const REFUSED_LOGIN = new Set(['28P01', '28000']);
const NO_SUCH_DATABASE = '3D000';
/** The form of Node's own error codes: a code of letters means that no connection was made. */
const NOT_REACHED = /^[A-Z_]+$/;

function reasonOf(error: unknown, { username, pathname }: URL): string {
  if (!types.isNativeError(error)) return `can't be used: ${String(error)}`;
  const code = errorCodeOf(error) ?? '';
  if (REFUSED_LOGIN.has(code)) return `refuses the login of ${decodeURIComponent(username)}: ${error.message}`;
  if (code === NO_SUCH_DATABASE) return `has no database ${decodeURIComponent(pathname.slice(1))}`;
  return NOT_REACHED.test(code) ? `can't be reached (${code})` : `can't be used: ${error.message}`;
}

/**
 * Connects to a Postgres server that a setting names.
 * @param advice what a user can do about it, such as which setting to check
 * @throws ServerUnusable if it can't be used: one line with its host and without the password
 */
export async function usingServer<Opened>(url: string, advice: string, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ServerUnusable || !isUnavailable(error)) throw error;
    const named = new URL(url);
    throw new ServerUnusable(`The Postgres server at ${named.host} ${reasonOf(error, named)}. ${advice}`, {
      cause: error,
    });
  }
}
