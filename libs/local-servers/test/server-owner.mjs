// Starts an embedded Postgres on the given directory, prints its URL and runs until it is killed.
import { createLogger } from '@halyard/observability';
import { startEmbeddedPostgres } from '../src/postgres/start-embedded-postgres.ts';

const logger = createLogger({ service: 'owner', level: 'silent' });
const server = await startEmbeddedPostgres({ dataDir: process.argv[2], logger });
console.log(server.url);
