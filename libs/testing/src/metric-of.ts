import type { Metrics } from '@halyard/observability';

/**
 * The value of a metric as a scrape has it; undefined if the scrape does not have it.
 *
 * @param series the name without its prefix, and the labels in their order: `log_ins_total{outcome="refused"}`
 */
export async function metricOf({ registry }: Metrics, series: string): Promise<number | undefined> {
  const lines = (await registry.metrics()).split('\n');
  const line = lines.find((one) => one.startsWith(`halyard_${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}
