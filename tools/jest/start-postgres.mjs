import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './launcher.mjs';

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export default async function start() {
  const dir = mkdtempSync(join(tmpdir(), 'halyard-test-'));
  const server = await startPostgres({ dir: join(dir, 'pg'), port: await freePort(), flags: ['-c', 'fsync=off'] });
  globalThis.testPostgres = { server, dir };
  process.env.TEST_POSTGRES_URL = server.url;
}
