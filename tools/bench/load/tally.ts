import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { LoadFigures } from './load.ts';

/** Counts the outcomes of requests. The rate covers the time until `close`, all other figures every answer. */
export class Tally {
  private readonly latencies = createHistogram();
  private readonly refusals = createHistogram();
  private readonly failures = new Map<string, number>();
  private readonly begun = performance.now();
  private failure: string | undefined;
  private succeeded = 0;
  private closed: { readonly seconds: number; readonly succeeded: number } | undefined;

  succeed(tookMs: number): void {
    this.succeeded += 1;
    record(this.latencies, tookMs);
  }

  /** The request was refused for overload, and will be sent again. */
  refuse(tookMs: number): void {
    record(this.refusals, tookMs);
  }

  /** @param text the answer, if there was one */
  fail(how: string, tookMs: number, text?: string): void {
    this.failures.set(how, (this.failures.get(how) ?? 0) + 1);
    this.failure ??= text;
    record(this.latencies, tookMs);
  }

  close(): void {
    this.closed ??= { seconds: (performance.now() - this.begun) / 1_000, succeeded: this.succeeded };
  }

  get successes(): number {
    return this.succeeded;
  }

  figures(succeededInAll: number): LoadFigures {
    this.close();
    const ms = (percentile: number): number => this.latencies.percentile(percentile) / 1_000;
    const { refusals } = this;
    return {
      seconds: 0,
      succeeded: 0,
      ...this.closed,
      succeededInAll,
      failures: Object.fromEntries(this.failures),
      ...(this.failure !== undefined && { failure: this.failure }),
      ...(refusals.count > 0 && {
        refused: {
          count: refusals.count,
          p50Ms: refusals.percentile(50) / 1_000,
          p99Ms: refusals.percentile(99) / 1_000,
        },
      }),
      p50Ms: ms(50),
      p95Ms: ms(95),
      p99Ms: ms(99),
      maxMs: this.latencies.max / 1_000,
    };
  }
}

const record = (histogram: RecordableHistogram, tookMs: number): void =>
  histogram.record(Math.max(1, Math.round(tookMs * 1_000)));
