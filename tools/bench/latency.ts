import { createHistogram } from 'node:perf_hooks';

interface Figures {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
}

/** Runs `work` in `callers` loops for a time, after a warm-up whose figures are discarded. */
export async function measure(
  work: () => Promise<boolean>,
  { callers, warmUpMs, runMs }: { readonly callers: number; readonly warmUpMs: number; readonly runMs: number },
): Promise<Figures> {
  const histogram = createHistogram();
  let failed = 0;
  const begin = performance.now() + warmUpMs;
  const end = begin + runMs;
  const caller = async (): Promise<void> => {
    for (;;) {
      const from = performance.now();
      if (from >= end) return;
      const succeeded = await work();
      const to = performance.now();
      if (from < begin || to > end) continue;
      if (!succeeded) failed += 1;
      histogram.record(Math.max(1, Math.round((to - from) * 1_000)));
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const ms = (percentile: number): number => histogram.percentile(percentile) / 1_000;
  return {
    requests: histogram.count,
    perSecond: Math.round((histogram.count / runMs) * 1_000),
    p50Ms: ms(50),
    p95Ms: ms(95),
    p99Ms: ms(99),
    failed,
  };
}

export const row = (name: string, { perSecond, p50Ms, p95Ms, p99Ms, failed }: Figures): string =>
  `${name.padEnd(58)} ${String(perSecond).padStart(8)}/s   p50 ${p50Ms.toFixed(1)} ms   p95 ${p95Ms.toFixed(1)} ms   p99 ${p99Ms.toFixed(1)} ms   failed ${failed}`;
