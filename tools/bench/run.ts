// Every figure of docs/performance.md: npm run bench
import { spawnSync } from 'node:child_process';

const programs = ['tools/bench/event-store.mjs', 'tools/bench/suite.ts'];
for (const program of programs) {
  console.log(`\n${program}`);
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
