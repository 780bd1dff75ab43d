import { createHistogram } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { transferOf } from '@halyard/suite/example-requests';
import type { Client } from 'pg';
import { LoadGenerator } from './load/load-generator.ts';
import { line, type Procedure, type ProcedureStage } from './procedure.ts';
import { perSecond } from './report.ts';
import { rows } from './rows.ts';

const WARM_UP_MS = 8_000;
const PROBE_MS = 50;
const LOOK_MS = 2;

interface Delay {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly probes: number;
  /** Transfers that were answered per second. */
  readonly answered: number;
}

/** @returns milliseconds until the list of transfers has a row */
async function untilListed(postgres: Client, id: string): Promise<number> {
  const from = performance.now();
  const query = { name: 'listed', text: 'SELECT FROM transfers.transfers WHERE id = $1', values: [id] };
  while ((await postgres.query(query)).rowCount === 0) await delay(LOOK_MS);
  return performance.now() - from;
}

/** Measures, while transfers are offered at a fixed rate, how long after its answer a transfer is in the list. */
export async function measureReadModelDelay(stage: ProcedureStage): Promise<Delay> {
  const { client, parties, sizes, postgres, loadOf } = stage;
  const load = await loadOf(await rows.transfers(stage));
  const generator = await LoadGenerator.start({ ...load, perSecond: sizes.offered });
  await delay(WARM_UP_MS);
  await generator.measure();
  const histogram = createHistogram();
  for (const end = performance.now() + sizes.runMs; performance.now() < end;) {
    const location = await client.create('/transfers', transferOf(parties.hot, parties.balances[0] ?? '', '0.01'));
    const us = 1_000 * (await untilListed(postgres, location.slice(location.lastIndexOf('/') + 1)));
    histogram.record(Math.max(1, Math.round(us)));
    await delay(PROBE_MS);
  }
  const [p50Ms, p99Ms] = [50, 99].map((percentile) => histogram.percentile(percentile) / 1_000);
  const answered = perSecond(await generator.end());
  return { p50Ms, p99Ms, maxMs: histogram.max / 1_000, probes: histogram.count, answered };
}

export const readModelDelay: Procedure = async (stage) => {
  const { p50Ms, p99Ms, maxMs, probes, answered } = await measureReadModelDelay(stage);
  const times = `p50 ${p50Ms.toFixed(0)}   p99 ${p99Ms.toFixed(0)}   max ${maxMs.toFixed(0)} ms, ${probes} times`;
  return [
    line('from the answer to the list of transfers', times),
    line(`  ${stage.sizes.offered} transfers/s offered`, `${answered.toFixed(0)}/s answered`),
  ];
};
