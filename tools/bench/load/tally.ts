import { Times } from '../times.ts';
import type { LoadFigures } from './load.ts';

/** Counts the outcomes of requests. The rate covers the time until `close`, all other figures every answer. */
export class Tally {
  private readonly latencies = new Times();
  private readonly refusals = new Times();
  private readonly failures = new Map<string, number>();
  private readonly begun = performance.now();
  private failure: string | undefined;
  private succeeded = 0;
  private closed: { readonly seconds: number; readonly succeeded: number } | undefined;

  succeed(tookMs: number): void {
    this.succeeded += 1;
    this.latencies.add(tookMs);
  }

  /** The request was refused for overload, and will be sent again. */
  refuse(tookMs: number): void {
    this.refusals.add(tookMs);
  }

  /** @param text the answer, if there was one */
  fail(how: string, tookMs: number, text?: string): void {
    this.failures.set(how, (this.failures.get(how) ?? 0) + 1);
    this.failure ??= text;
    this.latencies.add(tookMs);
  }

  close(): void {
    this.closed ??= { seconds: (performance.now() - this.begun) / 1_000, succeeded: this.succeeded };
  }

  get successes(): number {
    return this.succeeded;
  }

  figures(succeededInAll: number): LoadFigures {
    this.close();
    const refused = this.refusals.latency;
    return {
      ...{ seconds: 0, succeeded: 0, ...this.closed },
      succeededInAll,
      failures: Object.fromEntries(this.failures),
      ...(this.failure !== undefined && { failure: this.failure }),
      ...(refused.count > 0 && { refused }),
      ...this.latencies.latency,
    };
  }
}
