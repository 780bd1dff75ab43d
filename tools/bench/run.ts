// Every figure of docs/performance.md: npm run bench [-- --mode distributed]
// The distributed mode runs beside the embedded one, and after both the cost of each hop and how soon it recovers.
// With --only, and with --profile, it is the suite alone, in the mode that was asked for.
import { spawnSync } from 'node:child_process';

const args = process.argv.slice(2);
const at = args.indexOf('--mode');
const mode = at === -1 ? 'embedded' : (args[at + 1] ?? '');
const rest = at === -1 ? args : args.toSpliced(at, 2);
const isSuiteAlone = rest.some((arg) => /^--(?:only|profile)\b/.test(arg));

const suite = (which: string): readonly string[] => ['tools/bench/suite.ts', '--mode', which, ...rest];
function programs(): readonly (readonly string[])[] {
  if (isSuiteAlone) return [suite(mode)];
  if (mode === 'embedded') return [['tools/bench/event-store.mjs', ...rest], suite(mode)];
  return [suite('embedded'), suite('distributed'), ['tools/bench/hops.mjs', ...rest], ['tools/bench/recovery.ts']];
}

for (const program of programs()) {
  console.log(`\n${program.join(' ')}`);
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
