import { rmSync } from 'node:fs';

export default async function tearDown() {
  const { servers, dir } = globalThis.testServers;
  for (const server of servers) await server.stop();
  rmSync(dir, { recursive: true, force: true });
}
