import { LocalServerError } from '../process/local-server-error.js';

/** The message says why the embedded Postgres can't run, and what to do about it. */
export class EmbeddedPostgresError extends LocalServerError {
  override readonly name = 'EmbeddedPostgresError';
}
