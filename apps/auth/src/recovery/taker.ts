import type { Change } from '@halyard/changes';
import type { TakenAway } from '@halyard/recovery';
import type { AccessEntries } from '../taken-away/taken-away-records.js';

type Entry<Kind extends keyof AccessEntries> = {
  [Each in Kind]: TakenAway & AccessEntries[Each] & { readonly what: Each };
}[Kind];

/** Entries about one subject, oldest first. */
export type Entries<Kind extends keyof AccessEntries> = readonly Entry<Kind>[];

/** Takes something away from one subject. @returns whether the data had it */
export type Taker<Kind extends keyof AccessEntries> = (change: Change, entries: Entries<Kind>) => Promise<boolean>;

export function lastOf<Entry>(entries: readonly Entry[]): Entry {
  const last = entries.at(-1);
  if (last === undefined) throw new Error('a group of entries is never empty');
  return last;
}
