import { history } from './git.ts';
import type { Page } from './page.ts';
import { parts, section } from './reference/markdown.ts';

/** Headings by the type of a commit. Commits of other types only concern the source, and users see nothing of them. */
const headings = { feat: 'New', fix: 'Corrected', perf: 'Faster' } as const;
type ShownType = keyof typeof headings;

const COMMIT = /^(?<day>\d{4}-\d\d-\d\d) (?<type>feat|fix|perf)(?:\((?<scope>[^)]*)\))?!?: (?<text>.+)$/;
const CHANGES_MAX = 300;

interface Change {
  readonly day: string;
  readonly type: ShownType;
  readonly text: string;
}

function changeOf(line: string): readonly Change[] {
  const { day = '', type, scope, text = '' } = COMMIT.exec(line)?.groups ?? {};
  if (type === undefined) return [];
  const shown = text.replaceAll('<', '&lt;').replaceAll(/[*_[\]]/g, '\\$&');
  return [{ day, type: type as ShownType, text: scope === undefined ? shown : `${scope}: ${shown}` }];
}

const listOf = (changes: readonly Change[]): string => changes.map(({ text }) => `- ${text}`).join('\n');

/** The changes of a day, grouped by heading. */
const dayOf = ([day, changes]: readonly [string, readonly Change[]]): string =>
  parts(
    `### ${day}`,
    ...(Object.keys(headings) as readonly ShownType[]).map((type) => {
      const those = changes.filter((change) => change.type === type);
      return those.length === 0 ? undefined : parts(`#### ${headings[type]}`, listOf(those));
    }),
  );

/**
 * The page of CHANGELOG.md with the changes of each day below the notes of the releases.
 * @param commits `day subject` of each commit, newest first
 */
export function withDays(notes: Page, commits: readonly string[] = history('--format=%cs %s')): Page {
  const changes = commits.flatMap(changeOf).slice(0, CHANGES_MAX);
  const days = [...Map.groupBy(changes, ({ day }) => day)];
  const text =
    days.length === 0
      ? 'This site was built without the history of the source, so it does not know what changed on which day.'
      : parts('What is new, corrected and faster, the newest first.', ...days.map(dayOf));
  return { ...notes, text: parts(notes.text.trim(), section('Day by day', text)) };
}
