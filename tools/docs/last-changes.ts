import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The day on which each file of docs/ was last changed; of none where the source came without its history. */
export function lastChanges(): ReadonlyMap<string, string> {
  const { stdout, status } = spawnSync(
    'git',
    ['log', '--format=@%cs', '--name-only', '--', 'docs', 'CONTRIBUTING.md'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 },
  );
  const days = new Map<string, string>();
  if (status !== 0) return days;
  let day = '';
  for (const line of stdout.split('\n')) {
    if (line.startsWith('@')) day = line.slice(1);
    else if (line !== '' && !days.has(line)) days.set(line, day);
  }
  return days;
}
