import { history } from './git.ts';

/** The day on which each file of docs/ was last changed. Empty if the source came without its history. */
export function lastChanges(): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  let day = '';
  for (const line of history('--format=@%cs', '--name-only', '--', 'docs', 'CHANGELOG.md', 'CONTRIBUTING.md')) {
    if (line.startsWith('@')) day = line.slice(1);
    else if (line !== '' && !days.has(line)) days.set(line, day);
  }
  return days;
}
