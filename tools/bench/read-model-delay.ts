import { setTimeout as delay } from 'node:timers/promises';
import { idOf, transferOf } from '@halyard/e2e/journeys';
import type { Client } from 'pg';
import { LoadGenerator } from './load/load-generator.ts';
import { line, type Procedure, type ProcedureStage } from './procedure.ts';
import { perSecond } from './report.ts';
import { rows } from './rows.ts';
import { type Latency, latencyText, timeOf, Times } from './times.ts';

const WARM_UP_MS = 8_000;
const PROBE_MS = 50;
const LOOK_MS = 2;

/** Waits until the list of transfers has a row. */
async function untilListed(postgres: Client, id: string): Promise<void> {
  const query = { name: 'listed', text: 'SELECT FROM transfers.transfers WHERE id = $1', values: [id] };
  while ((await postgres.query(query)).rowCount === 0) await delay(LOOK_MS);
}

/** Measures, while transfers are offered at a fixed rate, how long after its answer a transfer is in the list. */
export async function measureReadModelDelay(
  stage: ProcedureStage,
): Promise<Latency & { readonly answeredPerSecond: number }> {
  const { client, parties, sizes, postgres, loadOf } = stage;
  const load = await loadOf(await rows.transfers(stage));
  const generator = await LoadGenerator.start({ ...load, perSecond: sizes.offered });
  await delay(WARM_UP_MS);
  await generator.call('measure');
  const times = new Times();
  for (const end = performance.now() + sizes.runMs; performance.now() < end;) {
    const location = await client.create('/transfers', transferOf(parties.hot, parties.balances[0] ?? '', '0.01'));
    times.add(await timeOf(() => untilListed(postgres, idOf(location))));
    await delay(PROBE_MS);
  }
  return { ...times.latency, answeredPerSecond: perSecond(await generator.end()) };
}

export const readModelDelay: Procedure = async (stage) => {
  const { answeredPerSecond, ...times } = await measureReadModelDelay(stage);
  return [
    line('from the answer to the list of transfers', `${latencyText(times)}, ${times.count} times`),
    line(`  ${stage.sizes.offered} transfers/s offered`, `${answeredPerSecond.toFixed(0)}/s answered`),
  ];
};
