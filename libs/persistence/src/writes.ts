import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseClient } from './connections.js';

/** The least time between two trial writes, however often somebody asks whether the service is ready. */
const TRY_EVERY_MS = 2_000;

/** Makes a file and grows it, which is what a full disk refuses first. Nothing of it stays. */
async function tryToWrite(runner: QueryRunner): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query('CREATE TABLE write_trial (filler text)');
    await runner.query(`INSERT INTO write_trial SELECT repeat('x', 1000) FROM generate_series(1, 16)`);
  } finally {
    await runner.rollbackTransaction();
  }
}

/**
 * Checks that a service's database answers and accepts writes. As long as the server has refused no write of this
 * process, this writes nothing. After a refusal, a trial write finds out whether writes are accepted again.
 * @throws the database's error, or an error that says that a trial was refused a moment ago
 */
export async function requireWrites(database: DataSource, nowMs = performance.now()): Promise<void> {
  const runner = database.createQueryRunner();
  try {
    const client: unknown = await runner.connect();
    await runner.query('SELECT 1');
    if (!(client instanceof DatabaseClient) || !client.server.refusesWrites) return;
    if (!client.server.mayTry(nowMs, TRY_EVERY_MS)) throw new Error('the last writes were refused');
    await tryToWrite(runner);
    client.server.refusesWrites = false;
  } finally {
    await runner.release();
  }
}
