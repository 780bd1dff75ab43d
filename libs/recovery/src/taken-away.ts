import { z } from 'zod';

/** An entry of the list of what was taken away: ids, numbers and moments alone. */
export interface TakenAway {
  /** Its kind, such as `person-suspended`. */
  readonly what: string;
  /** ISO 8601. */
  readonly at: string;
  readonly [member: string]: string | number;
}

const entry = z.object({ what: z.string().min(1), at: z.iso.datetime() }).catchall(z.union([z.string(), z.number()]));

/** @throws ZodError or SyntaxError */
export const takenAwayOf = (line: string): TakenAway => entry.parse(JSON.parse(line));

/** Equal for entries that have the same members, in any order. */
export const textOf = (one: TakenAway): string =>
  JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
