const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const DAY_MS = 86_400_000;
/** Returns come within 60 banking days after a transfer was sent. */
const RETURNED_WITHIN_MS = 90 * DAY_MS;

/** A month in UTC, the zone in which the API counts days. The current month has no end yet. */
export interface Month {
  readonly name: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: string;
  /** Exclusive; undefined while the month lasts. */
  readonly to: string | undefined;
  /** The days on which transfers that returned in this month may have been sent. */
  readonly sentBefore: { readonly firstDay: string; readonly lastDay: string };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * @param now the account's time
 * @returns the current month if `asked` is no month, or a later one
 */
export function monthOf(asked: string | null, now: string): Month {
  const current = now.slice(0, 7);
  const name = asked !== null && MONTH.test(asked) && asked < current ? asked : current;
  const begins = Date.parse(`${name}-01T00:00:00.000Z`);
  const [year = 0, month = 0] = name.split('-').map(Number);
  const ends = Date.UTC(year, month, 1);
  const isOver = ends <= Date.parse(now);
  return {
    name,
    firstDay: dayOf(begins),
    lastDay: isOver ? dayOf(ends - DAY_MS) : now.slice(0, 10),
    from: new Date(begins).toISOString(),
    to: isOver ? new Date(ends).toISOString() : undefined,
    sentBefore: { firstDay: dayOf(begins - RETURNED_WITHIN_MS), lastDay: dayOf(begins - DAY_MS) },
  };
}

/** The month as the API takes it in the query of a statement. */
export const periodOf = ({ from, to }: Month): { from: string; to?: string } => ({
  from,
  ...(to !== undefined && { to }),
});
