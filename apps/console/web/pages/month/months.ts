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

const words = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** A month as people say it: `November 2026`. */
export const monthText = (name: string): string => words.format(new Date(`${name}-01T00:00:00.000Z`));

const MONTH_TYPED = /^(?<word>[a-z]{3,}) +(?<year>\d{4})$/;
const monthWords = Array.from({ length: 12 }, (_, month) =>
  monthText(`2026-${String(month + 1).padStart(2, '0')}`).toLowerCase(),
);

/** The name of a month that somebody typed, as `2026-11` or `November 2026`; undefined if it is no month. */
export function monthTyped(typed: string): string | undefined {
  if (MONTH.test(typed)) return typed;
  const { word = '', year = '' } = MONTH_TYPED.exec(typed.toLowerCase())?.groups ?? {};
  const month = word === '' ? -1 : monthWords.findIndex((words) => words.startsWith(word));
  return month < 0 ? undefined : `${year}-${String(month + 1).padStart(2, '0')}`;
}

/** The name of the month that comes so many months after another one. */
export function monthAfter(name: string, months: number): string {
  const [year = 0, month = 0] = name.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months)).toISOString().slice(0, 7);
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
