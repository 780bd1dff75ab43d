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

/** The roles of processes of services, such as `transfers.2`. */
const ofServices = /^[a-z-]+\.\d+$/;
/** The answer of a gateway that has been killed. */
const away = (): { readonly status: number; readonly body?: HalBody } => ({ status: 0 });

interface RebuildSeen {
  readonly state: string;
  readonly of: number;
}

/** @returns undefined while no process of the service answers */
async function modelsOf(client: HalClient): Promise<readonly HalBody[] | undefined> {
  const answer = await client.get('/operations/transfers/read-models').catch(away);
  if (answer.status !== 200) return undefined;
  return (answer.body?._embedded?.['read-models'] ?? []).filter(({ name }) => names.includes(String(name)));
}

/** Rebuilds all read models at once, until each has taken its place. @returns how many events the longest had to take */
async function rebuildAll(client: HalClient): Promise<number> {
  const standing = await modelsOf(client);
  if (!standing) throw new Error('transfers does not answer');
  for (const model of standing) {
    const { status, body } = await client.post(model._links?.['rebuild']?.href ?? '', {});
    if (status !== 202) throw new Error(JSON.stringify(body));
  }
  let events = 0;
  for (;;) {
    const models = await modelsOf(client);
    const seen = (models ?? []).flatMap(({ rebuild }) => (rebuild ? [rebuild as RebuildSeen] : []));
    const failed = seen.find(({ state }) => state === 'differs' || state === 'stopped');
    if (failed) throw new Error(JSON.stringify(failed));
    if (models && seen.length === 0) return events;
    events = Math.max(events, ...seen.map(({ of }) => of));
    await delay(LOOK_MS);
  }
}

/** Aborts once the work has ended, whether well or not. */
function endOf(work: Promise<unknown>): AbortSignal {
  const ended = new AbortController();
  const abort = (): void => ended.abort();
  void work.then(abort, abort);
  return ended.signal;
}

interface Reads {
  /** How long those took that were answered 200. */
  readonly times: Times;
  /** How many were answered otherwise. */
  readonly failed: number;
}

const readsText = ({ times, failed }: Reads): string => `${times.toString()}${failed > 0 ? `; ${failed} failed` : ''}`;

/** Reads the newest page of the account's transfers and one transfer in turns, until something else has ended. */
async function readsBeside({ client }: ProcedureStage, end: Promise<unknown>): Promise<Reads> {
  const list = `/accounts/${client.connection.accountId}/transfers?limit=25`;
  const { body } = await client.get(list);
  const transfer = body._embedded?.['transfers']?.[0]?._links?.['self']?.href ?? list;
  const ended = endOf(end);
  const times = new Times();
  let failed = 0;
  while (!ended.aborted) {
    for (const path of [list, transfer]) {
      let isRead = false;
      const ms = await timeOf(async () => void (isRead = (await client.get(path).catch(away)).status === 200));
      if (isRead) times.add(ms);
      else failed += 1;
    }
    await delay(PROBE_MS);
  }
  await end;
  return { times, failed };
}

/** Kills processes of services in turns, until something else has ended. @returns how many */
async function killsBeside({ rolesOf, sizes }: ProcedureStage, end: Promise<unknown>): Promise<number> {
  const { killEveryMs } = sizes;
  if (killEveryMs === undefined) return 0;
  const ended = endOf(end);
  for (let kills = 0; ; kills += 1) {
    await delay(killEveryMs, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return kills;
    const processes = [...(await rolesOf())].filter(([, { role }]) => role && ofServices.test(role));
    const [pid] = processes[kills % processes.length] ?? [];
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }
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
  let kills = 0;
  let during = before;
  const { ms, linesOf } = await watch(async () => {
    const rebuilding = rebuildAll(client).then((count) => (events = count));
    [during, kills] = await Promise.all([readsBeside(stage, rebuilding), killsBeside(stage, rebuilding)]);
  });
  const figures = await generator.end();
  const refused = figures.refused?.count ?? 0;
  const failures = Object.entries(figures.failures).map(([how, times]) => `${times} × ${how}`);
  return [
    line("rebuild of all transfers' read models", `${inSeconds(ms)} for ${events} events, ${rateOf(events, ms)}`),
    ...linesOf(events),
    ...(kills > 0 ? [line('  processes killed', `${kills}`)] : []),
    line('  reads before it', readsText(before)),
    line('  reads during it', readsText(during)),
    line(`  ${sizes.offered} transfers/s offered`, `${perSecond(figures).toFixed(0)}/s, ${latencyText(figures)}`),
    line('  answered otherwise', [...failures, ...(refused > 0 ? [`${refused} × 503`] : [])].join(', ') || 'none'),
  ];
};
