// The whole product over HTTPS, durable: start, memory, stop, and POST /transfers balance to balance with token and
// idempotency key. node tools/bench/suite.ts [--mode embedded|distributed] [--seconds 10] [--connections 64] [--profile]
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { HalClient } from '@halyard/suite/client';
import { personalCustomer, transferOf } from '@halyard/suite/example-requests';
import { SuiteProcess } from '@halyard/suite/process';
import { measure, row } from './latency.ts';
import { machine, memoryMb } from './machine.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
    profile: { type: 'boolean', default: false },
    mode: { type: 'string', default: 'embedded' },
  },
});
const callers = Number(values.connections);
const runMs = Number(values.seconds) * 1_000;

const hrefOf = (body: { _links?: Readonly<Record<string, { href: string }>> }, relation: string): string =>
  body._links?.[relation]?.href ?? '';

async function newHolder(client: HalClient, source: string): Promise<string> {
  const customer = await client.create('/customers', personalCustomer());
  const { body } = await client.get(`${customer}/funding-sources`);
  const sources = body._embedded?.['funding-sources'] ?? [];
  const balance = hrefOf(sources.find(({ type }) => type === 'balance') ?? {}, 'self');
  await client.create('/transfers', transferOf(source, balance, '20.00'));
  return balance;
}

/** Any of the items but `not`. */
const pick = (items: readonly string[], not?: string): string => {
  const item = items[Math.floor(Math.random() * items.length)];
  return item === undefined || item === not ? pick(items, not) : item;
};

const mode = values.mode === 'distributed' ? 'distributed' : 'embedded';
const suite = await SuiteProcess.prepare(
  values.profile ? { NODE_OPTIONS: '--cpu-prof --cpu-prof-dir=.data/profile' } : {},
  { mode },
);
const launched = performance.now();
const client = await suite.start();
const firstAnswerMs = performance.now() - launched;
console.log(`${machine()}; ${mode}`);
console.log(`first answer after start (new data folder)    ${(firstAnswerMs / 1_000).toFixed(1)} s`);
await delay(3_000);
const idle = memoryMb(suite.pid);
tellMemory('idle memory', idle);

const { body: list } = await client.get(`/accounts/${client.connection.accountId}/funding-sources`);
const funded = list._embedded?.['funding-sources'] ?? [];
const hot = hrefOf(funded.find(({ type }) => type === 'balance') ?? {}, 'self');
const balances = await Promise.all(Array.from({ length: 200 }, () => newHolder(client, hot)));

const order = async (source: string, destination: string): Promise<boolean> => {
  const { status } = await client.post('/transfers', transferOf(source, destination, '0.01'), {
    idempotencyKey: randomUUID(),
  });
  return status === 201;
};
const betweenMany = (): Promise<boolean> => {
  const source = pick(balances);
  return order(source, pick(balances, source));
};
const options = { callers, warmUpMs: 3_000, runMs };
console.log(row(`POST /transfers, many accounts, ${callers} connections`, await measure(betweenMany, options)));
console.log(
  row(
    `POST /transfers, one hot account, ${callers} connections`,
    await measure(() => order(hot, pick(balances)), options),
  ),
);
const loaded = memoryMb(suite.pid);
tellMemory('memory after the load', loaded);

const { body: trial } = await client.get('/ledger/trial-balance');
console.log(
  `trial balance                                 ${trial['balanced'] === true ? 'balanced' : 'NOT BALANCED'}`,
);
await client.close();
const stopping = performance.now();
await suite.end('SIGINT');
console.log(`stop                                          ${((performance.now() - stopping) / 1_000).toFixed(1)} s`);
if (values.profile) await tellProfile('.data/profile');
await suite.remove();

function tellMemory(what: string, { process, tree }: { readonly process: number; readonly tree: number }): void {
  console.log(
    `${what.padEnd(45)} ${mode === 'embedded' ? `${process} MB, with Postgres ${tree} MB` : `${tree} MB in all processes`}`,
  );
}

/** Where the time went, by self time of the functions of the newest profile. */
async function tellProfile(folder: string): Promise<void> {
  const newest = (await readdir(folder))
    .filter((file) => file.endsWith('.cpuprofile'))
    .sort()
    .at(-1);
  if (newest === undefined) return;
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(join(folder, newest), 'utf8')) as {
    nodes: { id: number; callFrame: { functionName: string; url: string } }[];
    samples: number[];
    timeDeltas: number[];
  };
  const place = new Map(nodes.map(({ id, callFrame: { functionName, url } }) => [id, whereOf(functionName, url)]));
  const selfUs = new Map<string, number>();
  samples.forEach((id, index) => {
    const where = place.get(id) ?? '';
    selfUs.set(where, (selfUs.get(where) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const total = [...selfUs.values()].reduce((sum, us) => sum + us, 0);
  console.log('\nself time by place');
  for (const [where, us] of [...selfUs].sort(([, one], [, other]) => other - one).slice(0, 25)) {
    console.log(`  ${((us / total) * 100).toFixed(1).padStart(5)} %  ${where}`);
  }
}

/** A package, a library or service of ours, or the runtime itself. */
function whereOf(functionName: string, url: string): string {
  const pack = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (pack !== undefined) return pack;
  const ours = /\/((?:apps|libs)\/[^/]+)\//.exec(url)?.[1];
  if (ours !== undefined) return ours;
  return url.startsWith('node:') ? url : functionName;
}
