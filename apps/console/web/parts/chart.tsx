import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactElement } from 'react';

/** One bar of a chart. */
export interface Bar {
  /** The place on the horizontal axis, such as a day. */
  readonly at: string;
  readonly value: number;
  /** The part of the value that failed. */
  readonly failed: number;
  /** Says everything about the bar, when somebody points at it. */
  readonly text: string;
}

interface ChartProps {
  /** Says what the chart shows. */
  readonly name: string;
  readonly bars: readonly Bar[];
  /** A value of the vertical axis as text. */
  readonly valueText: (value: number) => string;
  /** A place of the horizontal axis as text. */
  readonly placeText: (at: string) => string;
}

const TICKS = 4;
/** Places of the horizontal axis with a label: one in so many. */
const LABELLED_EACH = 7;
const FULL = 100;

/**
 * A bar chart with axes. The drawing is stretched to the room that there is, in percent; the labels are text beside it,
 * so that they keep their size. The page shows the same numbers as a table.
 */
export function Chart({ name, bars, valueText, placeText }: ChartProps): ReactElement {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const y = scaleLinear([0, highest], [0, FULL]).nice(TICKS);
  const x = scaleBand(
    bars.map(({ at }) => at),
    [0, FULL],
  ).padding(0.25);
  const ticks = y.ticks(TICKS);
  const left = (at: string): number => x(at) ?? 0;
  return (
    <figure className="chart" aria-label={name}>
      <div className="chart-y" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${String(y(tick))}%` }}>
            {valueText(tick)}
          </span>
        ))}
      </div>
      <svg viewBox={`0 0 ${String(FULL)} ${String(FULL)}`} preserveAspectRatio="none" aria-hidden="true">
        {ticks.map((tick) => (
          <line key={tick} className="rule" x1="0" x2={FULL} y1={FULL - y(tick)} y2={FULL - y(tick)} />
        ))}
        {bars.map(({ at, value, failed, text }) => (
          <g key={at}>
            <title>{text}</title>
            <rect className="day" x={left(at)} width={x.bandwidth()} y="0" height={FULL} />
            <rect className="bar" x={left(at)} width={x.bandwidth()} y={FULL - y(value)} height={y(value)} />
            <rect className="bar bad" x={left(at)} width={x.bandwidth()} y={FULL - y(failed)} height={y(failed)} />
          </g>
        ))}
      </svg>
      <div className="chart-x" aria-hidden="true">
        {bars.map(({ at }, place) =>
          (bars.length - 1 - place) % LABELLED_EACH === 0 ? (
            <span key={at} style={{ left: `${String(left(at) + x.bandwidth() / 2)}%` }}>
              {placeText(at)}
            </span>
          ) : null,
        )}
      </div>
    </figure>
  );
}
