import { type Api, centsOf, decimalOf, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Section } from '../../parts/section.js';
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
export const Volume = ({ accountId }: { readonly accountId: string }): ReactElement => (
  <Section
    name="Volume of 30 days"
    of={linkTo('/accounts/{id}/statistics', { path: { id: accountId } })}
    action={<Go to="/statement">By month</Go>}
  >
    {(statistics) => {
      const days = daysOf(statistics);
      const { count, cents } = sumOf(days);
      return (
        <>
          <FactList facts={{ Payments: String(count), Amount: dollarsOf(cents) }} />
          <Bars days={days} />
          <p className="quiet">Days are those of UTC.</p>
        </>
      );
    }}
  </Section>
);

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

type Sum = Omit<Day, 'date'>;

const sumOf = (sums: readonly Sum[]): Sum =>
  sums.reduce<Sum>((sum, { count, cents }) => ({ count: sum.count + count, cents: sum.cents + cents }), {
    count: 0,
    cents: 0n,
  });

function daysOf({ days, to }: Api.Statistics): readonly Day[] {
  const counted = days.filter(({ flow, status }) => flow !== 'fee' && (status === 'pending' || status === 'processed'));
  return Array.from({ length: DAYS }, (_, place) => {
    const date = new Date(Date.parse(to) - (DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10);
    const ofDay = counted.filter((row) => row.date === date);
    return { date, ...sumOf(ofDay.map(({ count, amount }) => ({ count, cents: centsOf(amount.value) }))) };
  });
}
