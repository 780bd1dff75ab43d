import { createHistogram } from 'node:perf_hooks';

/** The percentiles of some times. */
export interface Latency {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Times in milliseconds, kept to the microsecond. */
export class Times {
  private readonly histogram = createHistogram();

  constructor(ms: readonly number[] = []) {
    for (const each of ms) this.add(each);
  }

  add(ms: number): void {
    this.histogram.record(Math.max(1, Math.round(ms * 1_000)));
  }

  get latency(): Latency {
    const { count, max } = this.histogram;
    const [p50Ms = 0, p95Ms = 0, p99Ms = 0] = [50, 95, 99].map((share) => this.histogram.percentile(share) / 1_000);
    return { count, p50Ms, p95Ms, p99Ms, maxMs: count === 0 ? 0 : max / 1_000 };
  }

  toString(): string {
    return `${latencyText(this.latency)}, of ${this.histogram.count}`;
  }
}

export const latencyText = ({ p50Ms, p95Ms, p99Ms, maxMs }: Latency): string =>
  `p50 ${p50Ms.toFixed(1)}   p95 ${p95Ms.toFixed(1)}   p99 ${p99Ms.toFixed(1)}   max ${maxMs.toFixed(0)} ms`;

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

export const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

export const rateOf = (count: number, ms: number): string => `${((count * 1_000) / ms).toFixed(0)}/s`;

export const DAY_MS = 86_400_000;

export const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

export const halfADayAgo = (): string => encodeURIComponent(new Date(Date.now() - DAY_MS / 2).toISOString());
