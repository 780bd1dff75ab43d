import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger } from '../../libs/observability/dist/index.js';
import { dataParent } from './data-parent.mjs';
import { makeOffers } from './offers.mjs';
import { startPostgres } from './postgres.mjs';

/** Starts what the tests of a run need. */
export default async function setUp() {
  const dir = mkdtempSync(join(dataParent(), 'halyard-test-'));
  process.env.TEST_DATA_DIR = dir;
  const logger = createLogger({ service: 'tests', level: 'warn' });
  const servers = [await startPostgres(dir, logger), await makeOffers(dir, logger)];
  globalThis.testServers = { servers, dir };
}
