import type { ReactElement } from 'react';
import { Time } from '../../parts/text.js';
import type { Entry } from './use-timeline.js';

type Moments = Pick<Entry, 'at' | 'recorded'>;

const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1_000, 60_000, 3_600_000, 86_400_000];
/** From two days on, people count in days. */
const DAYS_FROM_MS = 2 * DAY_MS;
/** A service records what happens at once within this time. */
const AT_ONCE_MS = 2_000;

const between = (earlier: string, later: string): number => Date.parse(later) - Date.parse(earlier);

/** Whether the account's time of an entry is another one than the system's. */
const isApart = ({ at, recorded }: Moments): boolean => Math.abs(between(at, recorded)) > AT_ONCE_MS;

interface MomentProps {
  readonly of: Moments;
  /** The entry above, if it belongs to the same group. */
  readonly before: Moments | undefined;
}

/**
 * The account's time of an entry. The first entry of a group and of a day says its day, the others how much later they
 * came.
 */
export function Moment({ of, before }: MomentProps): ReactElement {
  const { at } = of;
  const isSameDay = before?.at.slice(0, 10) === at.slice(0, 10);
  return (
    <>
      {isSameDay ? (
        <time dateTime={at} title={at}>
          {at.slice(11, 23)}
        </time>
      ) : (
        <Time at={at} />
      )}{' '}
      {before && <span className="gap">{laterText(gapBetween(before, of))}</span>}
    </>
  );
}

/** The system's time of an entry, where the account's is another one. */
export const Recorded = ({ of }: { readonly of: Moments }): ReactElement | null =>
  isApart(of) ? (
    <span className="recorded">
      recorded <Time at={of.recorded} />
    </span>
  ) : null;

/** All that a request does at once bears one time of the account. So the gap between such entries is the system's. */
const gapBetween = (before: Moments, after: Moments): number =>
  Math.max(
    0,
    between(before.at, after.at),
    isApart(before) || isApart(after) ? 0 : between(before.recorded, after.recorded),
  );

function laterText(ms: number): string {
  if (ms < SECOND_MS) return `+${String(ms)} ms`;
  if (ms < MINUTE_MS) return `+${(ms / SECOND_MS).toFixed(1)} s`;
  if (ms < HOUR_MS) return `+${String(Math.round(ms / MINUTE_MS))} min`;
  return ms < DAYS_FROM_MS ? `+${String(Math.round(ms / HOUR_MS))} h` : `+${String(Math.round(ms / DAY_MS))} days`;
}
