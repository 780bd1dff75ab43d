import { centsOf, decimalOf } from '@halyard/client';
import type { ReactElement } from 'react';
import { at, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { amountText } from '../../parts/text.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
const [HEIGHT, WIDTH, STEP] = [96, 14, 20];

interface Day {
  readonly date: string;
  readonly count: number;
  readonly cents: bigint;
}

/** Shows the amounts that were sent on each of 30 days, without cancelled and returned ones. */
export function Volume({ accountId }: { readonly accountId: string }): ReactElement {
  const { data, error } = useResource(`/accounts/${accountId}/statistics`);
  const days = daysOf(data);
  const count = days.reduce((sum, day) => sum + day.count, 0);
  const cents = days.reduce((sum, day) => sum + day.cents, 0n);
  return (
    <Region name="Volume of 30 days" action={<Go to="/statement">By month</Go>}>
      <Refusal error={error} />
      {data && (
        <>
          <FactList
            facts={[
              ['Payments', String(count)],
              ['Amount', dollarsOf(cents)],
            ]}
          />
          <Bars days={days} />
          <p className="quiet">Days are those of UTC.</p>
        </>
      )}
    </Region>
  );
}

/**
 * A bar for each day. The highest bar is as high as the picture. People who can't see it hear the highest and the last
 * day.
 */
function Bars({ days }: { readonly days: readonly Day[] }): ReactElement | null {
  const [first, last] = [days[0], days.at(-1)];
  const most = days.reduce(
    (highest, day) => (day.cents > highest.cents ? day : highest),
    first ?? { date: '', count: 0, cents: 0n },
  );
  if (!first || !last || most.cents === 0n) return null;
  const told = `From ${first.date} to ${last.date}. The most on ${most.date}: ${dollarsOf(most.cents)}. On the last day: ${dollarsOf(last.cents)}.`;
  return (
    <svg
      className="bars"
      role="img"
      aria-label={told}
      viewBox={`0 0 ${String(days.length * STEP)} ${String(HEIGHT)}`}
      preserveAspectRatio="none"
    >
      {days.map(({ date, count, cents }, place) => {
        // In a picture nobody sees the fraction that is lost here.
        const height = Number((cents * BigInt(HEIGHT)) / most.cents);
        return (
          <rect key={date} x={place * STEP} y={HEIGHT - height} width={WIDTH} height={height}>
            <title>{`${date}: ${dollarsOf(cents)} in ${String(count)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}

const dollarsOf = (cents: bigint): string => amountText({ value: decimalOf(cents), currency: 'USD' });

function daysOf(statistics: unknown): readonly Day[] {
  const rows = at(statistics, 'days');
  const counted = (Array.isArray(rows) ? rows : []).filter(
    (row: unknown) => text(row, 'flow') !== 'fee' && ['pending', 'processed'].includes(text(row, 'status')),
  );
  const to = Date.parse(text(statistics, 'to'));
  if (Number.isNaN(to)) return [];
  return Array.from({ length: DAYS }, (_, place) => {
    const date = new Date(to - (DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10);
    const ofDay = counted.filter((row: unknown) => text(row, 'date') === date);
    return {
      date,
      count: ofDay.reduce<number>((sum, row: unknown) => sum + Number(text(row, 'count')), 0),
      cents: ofDay.reduce<bigint>((sum, row: unknown) => sum + centsOf(text(row, 'amount.value')), 0n),
    };
  });
}
