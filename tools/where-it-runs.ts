// The first line of an end-to-end spec tells where it runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * - `embedded`: with `npm test`, on the suite as `npm start` runs it
 * - `distributed`: with `npm run test:distributed`, on several processes over Kafka
 * - `both`: both ways
 * - `upgrade`: with `npm run test:upgrade`, on the release before this build, and then on this build
 */
export type Way = 'embedded' | 'distributed' | 'both' | 'upgrade';

const FIRST_LINE = /^\/\/ Runs: (?<way>embedded|distributed|both|upgrade)\r?\n/;

/** @returns undefined if the first line of a spec does not tell it */
export const whereItRuns = (text: string): Way | undefined => FIRST_LINE.exec(text)?.groups?.['way'] as Way | undefined;

/** The paths of the end-to-end specs below a folder that run in this way. */
export function specsThatRun(way: Exclude<Way, 'both'>, folder: string): string[] {
  const runs = (path: string): boolean => {
    const said = whereItRuns(readFileSync(path, 'utf8'));
    return said === way || (said === 'both' && way !== 'upgrade');
  };
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts'))
    .map((path) => join(folder, path))
    .filter(runs);
}
