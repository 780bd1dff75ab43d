import { LocalServerError } from '../process/local-server-error.js';

/** The embedded Postgres can't run. The message says why and what to do about it. */
export class EmbeddedPostgresError extends LocalServerError {
  override readonly name = 'EmbeddedPostgresError';
}
