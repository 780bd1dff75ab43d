// Measures every figure of docs/performance.md: npm run bench [-- --mode distributed]
// The distributed mode includes the embedded one, and after both measures the cost of each hop and the time to recover.
// With --only or --profile it measures only the suite, in the given mode; with --event-stores in turns on each store, and
// with --compare SETTING=a,b in turns with each value of a setting.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { options } from './options.ts';

const args = process.argv.slice(2);
const run = (program: string, mode = options.mode): readonly string[] => [
  join('tools', 'bench', program),
  ...args,
  ...['--mode', mode],
];

function programs(): readonly (readonly string[])[] {
  if (options.compare !== undefined || options['event-stores']) return [run('compare.ts')];
  if (options.only !== undefined || options.profile) return [run('suite.ts')];
  if (options.mode === 'embedded') return [run('event-store.mjs'), run('suite.ts')];
  return [run('suite.ts', 'embedded'), run('suite.ts'), run('hops.ts'), run('recovery.ts')];
}

for (const program of programs()) {
  console.log(`\n${program.join(' ')}`);
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
