import { type Api, centsOf, decimalOf, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { Chart } from '../../parts/chart.js';
import { Figures } from '../../parts/figures.js';
import { Go } from '../../parts/go.js';
import { Section } from '../../parts/section.js';
import { type Column, Table } from '../../parts/table.js';
import { Amount, amountText } from '../../parts/text.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
const CENTS = 100;

/** The payments that were sent on a day. Those that were cancelled count nowhere. */
interface Day {
  readonly date: string;
  readonly count: number;
  readonly cents: bigint;
  readonly failed: number;
  readonly failedCents: bigint;
}

/** Shows how many payments were sent on each of 30 days, how much they moved, and how many of them failed. */
export const PaymentsByDay = ({ accountId }: { readonly accountId: string }): ReactElement => (
  <Section
    name="Payments of 30 days"
    of={linkTo('/accounts/{id}/statistics', { path: { id: accountId } })}
    action={<Go to="/statement">By month</Go>}
  >
    {(statistics) => {
      const days = daysOf(statistics);
      const { count, cents, failed } = sumOf(days);
      return (
        <>
          <Figures
            of={[
              ['Amount', <Amount key="amount" of={moneyOf(cents)} />],
              ['Payments', String(count)],
              ['Failed', shareText(failed, count)],
            ]}
          />
          <Chart
            name="Amount by day, with the part that failed"
            bars={days.map((day) => ({
              at: day.date,
              value: dollarsOf(day.cents),
              failed: dollarsOf(day.failedCents),
              text: textOf(day),
            }))}
            valueText={(dollars) => compact.format(dollars)}
            placeText={(date) => dayText.format(new Date(date))}
          />
          <details>
            <summary>As a table</summary>
            <Table
              name="Payments by day"
              columns={columns}
              items={sent(days)}
              empty="Nothing was sent in these days."
            />
          </details>
          <p className="quiet">Days are those of UTC.</p>
        </>
      );
    }}
  </Section>
);

const compact = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', notation: 'compact' });
const dayText = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });

const moneyOf = (cents: bigint) => ({ value: decimalOf(cents), currency: 'USD' });

/** A height in the chart. Nobody sees there that a float does not hold every cent. */
const dollarsOf = (cents: bigint): number => Number(cents) / CENTS;

const shareText = (failed: number, count: number): string =>
  count === 0 ? '–' : `${((failed / count) * 100).toFixed(failed === 0 ? 0 : 1)} %`;

const textOf = ({ date, count, cents, failed }: Day): string =>
  `${dayText.format(new Date(date))}: ${String(count)} ${count === 1 ? 'payment' : 'payments'}, ${amountText(moneyOf(cents))}, ${shareText(failed, count)} failed`;

const columns: readonly Column<Day>[] = [
  { name: 'Amount', isNumber: true, of: ({ cents }) => <Amount of={moneyOf(cents)} /> },
  { name: 'Payments', isNumber: true, of: ({ count }) => String(count) },
  { name: 'Failed', isNumber: true, of: ({ failed, count }) => shareText(failed, count) },
  { name: 'Day', of: ({ date }) => <time dateTime={date}>{dayText.format(new Date(date))}</time> },
];

/** The days on which something was sent, newest first. */
const sent = (days: readonly Day[]): readonly Day[] => days.filter(({ count }) => count > 0).toReversed();

const nothing = { count: 0, cents: 0n, failed: 0, failedCents: 0n };

const sumOf = (sums: readonly Omit<Day, 'date'>[]): Omit<Day, 'date'> =>
  sums.reduce(
    (sum, { count, cents, failed, failedCents }) => ({
      count: sum.count + count,
      cents: sum.cents + cents,
      failed: sum.failed + failed,
      failedCents: sum.failedCents + failedCents,
    }),
    nothing,
  );

function daysOf({ days, to }: Api.Statistics): readonly Day[] {
  const counted = days.filter(({ flow, status }) => flow !== 'fee' && status !== 'cancelled');
  return Array.from({ length: DAYS }, (_, place) => {
    const date = new Date(Date.parse(to) - (DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10);
    const ofDay = counted.filter((row) => row.date === date);
    return {
      date,
      ...sumOf(
        ofDay.map(({ status, count, amount }) => {
          const cents = centsOf(amount.value);
          return status === 'failed'
            ? { count, cents, failed: count, failedCents: cents }
            : { ...nothing, count, cents };
        }),
      ),
    };
  });
}
