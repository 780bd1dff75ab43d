// Every figure of docs/performance.md: npm run bench [-- --mode distributed]
// The distributed mode runs beside the embedded one, and after both the cost of each hop and
// how soon it recovers.
import { spawnSync } from 'node:child_process';

const args = process.argv.slice(2);
const at = args.indexOf('--mode');
const mode = at === -1 ? 'embedded' : args[at + 1];
const rest = at === -1 ? args : args.toSpliced(at, 2);

const programs =
  mode === 'distributed'
    ? [
        ['tools/bench/suite.ts', '--mode', 'embedded'],
        ['tools/bench/suite.ts', '--mode', 'distributed'],
        ['tools/bench/hops.mjs'],
        ['tools/bench/recovery.ts'],
      ]
    : [['tools/bench/event-store.mjs'], ['tools/bench/suite.ts']];
for (const program of programs) {
  console.log(`\n${program.join(' ')}`);
  const { status } = spawnSync(process.execPath, [...program, ...rest], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
