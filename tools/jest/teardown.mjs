import { rmSync } from 'node:fs';
import { writeUsageOfServers } from './usage.ts';

export default async function tearDown() {
  const { servers, dir } = globalThis.testServers;
  writeUsageOfServers();
  for (const server of servers) await server.stop();
  rmSync(dir, { recursive: true, force: true });
}
