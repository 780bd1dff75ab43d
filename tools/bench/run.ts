// Measures every figure of docs/performance.md: npm run bench [-- --mode distributed]
// The distributed mode includes the embedded one, and after both measures the cost of each hop and the time to recover.
// With --only or --profile it measures only the suite, in the given mode; with --event-stores in turns on each store, and
// with --compare SETTING=a,b in turns with each value of a setting.
import { spawnSync } from 'node:child_process';

const args = process.argv.slice(2);
const at = args.indexOf('--mode');
const mode = at === -1 ? 'embedded' : (args[at + 1] ?? '');
const rest = at === -1 ? args : args.toSpliced(at, 2);
const isSuiteAlone = rest.some((arg) => /^--(?:only|profile)\b/.test(arg));

const suite = (which: string): readonly string[] => ['tools/bench/suite.ts', '--mode', which, ...rest];
function programs(): readonly (readonly string[])[] {
  if (rest.includes('--compare')) return [['tools/bench/setting.ts', ...rest]];
  if (rest.includes('--event-stores')) return [['tools/bench/event-stores.ts', ...rest]];
  if (isSuiteAlone) return [suite(mode)];
  if (mode === 'embedded') return [['tools/bench/event-store.mjs', ...rest], suite(mode)];
  return [suite('embedded'), suite('distributed'), ['tools/bench/hops.ts', ...rest], ['tools/bench/recovery.ts']];
}

for (const program of programs()) {
  console.log(`\n${program.join(' ')}`);
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
