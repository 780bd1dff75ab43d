import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { amountInUsd, DAY_MS, validationError } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { DataSource } from 'typeorm';
import { ReadModels } from '../projection/read-models.js';
import type { StatisticsKey } from './statistics.fold.js';
import type { StatisticsPeriod } from './statistics-period.js';

const DAYS = { usual: 30, max: 400 };
/** The earliest day that a year of four digits can name. */
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');

type Statistics = ResourceAnswer<'statistics'>['attributes'];

/** An account's payments and fees by day, flow and status (contract of what no peer has, section 15). */
export class GetStatistics extends Query<Statistics> {
  constructor(
    readonly operation: Operation,
    readonly period: StatisticsPeriod,
  ) {
    super();
  }
}

interface Sum extends Pick<StatisticsKey, 'flow' | 'status'> {
  readonly count: number;
  readonly minor: bigint;
}

interface CountedDays {
  readonly position: string;
  /** In order of date, flow and status. */
  readonly days: readonly (Omit<Sum, 'minor'> & { readonly date: string; readonly minor: string })[];
}

@QueryHandler(GetStatistics)
export class GetStatisticsHandler implements IQueryHandler<GetStatistics> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {}

  /** @throws ValidationError */
  async execute({ operation, period }: GetStatistics): Promise<Statistics> {
    const { from, to } = daysOf(period, timeOf(operation));
    const [found] = await this.readModels.read('statistics', () =>
      this.dataSource.query<CountedDays[]>(COUNTED, [accountOf(operation), from, to]),
    );
    if (!found) throw new Error('the statistics were not read');
    const days = found.days.map((day) => ({ ...day, minor: BigInt(day.minor) }));
    return {
      from: dayOf(from),
      to: dayOf(to),
      now: operation.at,
      events: Number(found.position),
      days: days.map((day) => ({ date: day.date, ...shown(day) })),
      totals: totalsOf(days).map(shown),
    };
  }
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The beginning of the first day and of the last day. @throws ValidationError */
function daysOf({ from: first, to: last }: StatisticsPeriod, now: Date): { readonly from: Date; readonly to: Date } {
  const today = new Date(now.getTime() - (now.getTime() % DAY_MS));
  const to = last ?? today;
  const from = first ?? new Date(Math.max(to.getTime() - (DAYS.usual - 1) * DAY_MS, EARLIEST));
  if (to > today || to < from) throw validationError(usualFault('Invalid', '/query/to'));
  if (to.getTime() - from.getTime() >= DAYS.max * DAY_MS) {
    throw validationError(usualFault('Invalid', '/query/from', `The period has at most ${DAYS.max} days.`));
  }
  return { from, to };
}

const shown = ({ flow, status, count, minor }: Sum) => ({ flow, status, count, amount: amountInUsd(minor) });

function totalsOf(days: readonly Sum[]): readonly Sum[] {
  const totals = new Map<string, Sum>();
  for (const { flow, status, count, minor } of days) {
    const key = `${flow} ${status}`;
    const { count: counted, minor: summed } = totals.get(key) ?? { count: 0, minor: 0n };
    totals.set(key, { flow, status, count: counted + count, minor: summed + minor });
  }
  return [...totals].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, total]) => total);
}

/** Counts in one statement, so that the sums are exact at the position. */
const COUNTED = `
  SELECT
    (SELECT coalesce(max(position), 0)::text FROM projections WHERE name = 'statistics') AS position,
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
         'date', date, 'flow', flow, 'status', status, 'count', count, 'minor', amount_minor::text
       ) ORDER BY date, flow COLLATE "C", status COLLATE "C"), '[]')
     FROM daily_statistics
     WHERE account_id = $1
       AND date BETWEEN ($2::timestamptz AT TIME ZONE 'UTC')::date AND ($3::timestamptz AT TIME ZONE 'UTC')::date
    ) AS days`;
