import { setTimeout as delay } from 'node:timers/promises';
import type { HalBody, HalClient } from '@halyard/suite/client';
import { LoadGenerator } from './load/load-generator.ts';
import { line, type Procedure, type ProcedureStage } from './procedure.ts';
import { perSecond } from './report.ts';
import { rows } from './rows.ts';
import { inSeconds, latencyText, rateOf, timeOf, Times } from './times.ts';

const WARM_UP_MS = 5_000;
const PROBE_MS = 20;
const LOOK_MS = 500;
/** The read models that follow the streams. */
const names = ['transfers', 'ledger', 'unfinished-payments', 'statistics'];

interface RebuildSeen {
  readonly state: string;
  readonly of: number;
}

async function modelsOf(client: HalClient): Promise<readonly HalBody[]> {
  const { body } = await client.get('/operations/transfers/read-models');
  return (body._embedded?.['read-models'] ?? []).filter(({ name }) => names.includes(String(name)));
}

/** Rebuilds all read models at once, until each has taken its place. @returns how many events the longest had to take */
async function rebuildAll(client: HalClient): Promise<number> {
  for (const model of await modelsOf(client)) {
    const { status, body } = await client.post(model._links?.['rebuild']?.href ?? '', {});
    if (status !== 202) throw new Error(JSON.stringify(body));
  }
  let events = 0;
  for (;;) {
    const seen = (await modelsOf(client)).flatMap(({ rebuild }) => (rebuild ? [rebuild as RebuildSeen] : []));
    const failed = seen.find(({ state }) => state === 'differs' || state === 'stopped');
    if (failed) throw new Error(JSON.stringify(failed));
    if (seen.length === 0) return events;
    events = Math.max(events, ...seen.map(({ of }) => of));
    await delay(LOOK_MS);
  }
}

/** Reads the newest page of the account's transfers and one transfer in turns, until something else has ended. */
async function readsBeside({ client }: ProcedureStage, end: Promise<unknown>): Promise<Times> {
  const list = `/accounts/${client.connection.accountId}/transfers?limit=25`;
  const { body } = await client.get(list);
  const transfer = body._embedded?.['transfers']?.[0]?._links?.['self']?.href ?? list;
  const ended = new AbortController();
  const ending = end.finally(() => ended.abort());
  const times = new Times();
  while (!ended.signal.aborted) {
    for (const path of [list, transfer]) {
      times.add(
        await timeOf(async () => {
          const { status } = await client.get(path);
          if (status !== 200) throw new Error(`${path} is answered ${status}`);
        }),
      );
    }
    await delay(PROBE_MS);
  }
  await ending;
  return times;
}

/**
 * Rebuilds all read models of transfers at once, from the first event, beside those that serve, while transfers are
 * offered at a fixed rate and pages are read.
 */
export const rebuild: Procedure = async (stage) => {
  const { client, sizes, watch, loadOf } = stage;
  const load = await loadOf(await rows.transfers(stage));
  const generator = await LoadGenerator.start({ ...load, perSecond: sizes.offered });
  await delay(WARM_UP_MS);
  const before = await readsBeside(stage, delay(sizes.runMs));
  await generator.call('measure');
  let events = 0;
  let during = new Times();
  const { ms, linesOf } = await watch(async () => {
    const rebuilding = rebuildAll(client).then((count) => (events = count));
    during = await readsBeside(stage, rebuilding);
  });
  const figures = await generator.end();
  const refused = figures.refused?.count ?? 0;
  const failures = Object.entries(figures.failures).map(([how, times]) => `${times} × ${how}`);
  return [
    line("rebuild of all transfers' read models", `${inSeconds(ms)} for ${events} events, ${rateOf(events, ms)}`),
    ...linesOf(events),
    line('  reads before it', before.toString()),
    line('  reads during it', during.toString()),
    line(`  ${sizes.offered} transfers/s offered`, `${perSecond(figures).toFixed(0)}/s, ${latencyText(figures)}`),
    line('  answered otherwise', [...failures, ...(refused > 0 ? [`${refused} × 503`] : [])].join(', ') || 'none'),
  ];
};
