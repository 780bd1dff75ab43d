// The whole product over HTTPS, durable: start, memory, stop, and the rates of the public API.
// node tools/bench/suite.ts [--mode embedded|distributed] [--only transfers,hot-source] [--seconds 10]
//   [--connections 64] [--balances 1000] [--stored 1000000] [--profile] [--offered 300] [--deliveries 20000]
//   [--events 1000000] [--customers 1000000] [--requests 100000] [--set REQUEST_LOG=off] [--replicas gateway=2]
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { assignments } from './assignments.ts';
import { BenchedSuite } from './benched-suite.ts';
import { machine } from './machine.ts';
import { listedTransfers, openParties } from './parties.ts';
import { procedures } from './procedures.ts';
import { listRows, type Row, rows, type Stage } from './rows.ts';

const SETTLE_MS = 3_000;
/** A process that does nothing gives memory back by then. */
const IDLE_MS = 20_000;
const IDLE = 'idle';

const { values } = parseArgs({
  options: {
    mode: { type: 'string', default: 'embedded' },
    only: { type: 'string', default: [IDLE, ...Object.keys(rows)].join(',') },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
    balances: { type: 'string', default: '1000' },
    stored: { type: 'string', default: '0' },
    profile: { type: 'boolean', default: false },
    offered: { type: 'string', default: '300' },
    deliveries: { type: 'string', default: '20000' },
    events: { type: 'string', default: '1000000' },
    customers: { type: 'string', default: '1000000' },
    set: { type: 'string', multiple: true, default: [] },
    requests: { type: 'string', default: '100000' },
    replicas: { type: 'string', multiple: true, default: [] },
  },
});
/** Loads by their name on the command line; `lists` stands for all filters of the list. */
const loads: Readonly<Record<string, (stage: Stage) => Promise<Row>>> = { ...rows, ...listRows };
const chosen = values.only.split(',').flatMap((name) => (name === 'lists' ? Object.keys(listRows) : [name]));
for (const name of chosen) {
  const known = [IDLE, ...Object.keys(loads), ...Object.keys(procedures), 'lists'];
  if (!known.includes(name)) throw new Error(`--only takes some of ${known.join(', ')}`);
}

const sizes = {
  runMs: Number(values.seconds) * 1_000,
  offered: Number(values.offered),
  deliveries: Number(values.deliveries),
  events: Number(values.events),
  customers: Number(values.customers),
  requests: Number(values.requests),
};

/** Settings of the suite as NAME=value. */
const settings = assignments(values.set);

console.log([machine(), values.mode, ...values.replicas, ...values.set].join('; '));
const suite = await BenchedSuite.start({
  mode: values.mode === 'distributed' ? 'distributed' : 'embedded',
  connections: Number(values.connections),
  runMs: sizes.runMs,
  stored: Number(values.stored),
  isProfiled: values.profile,
  settings,
  replicas: Object.fromEntries(
    Object.entries(assignments(values.replicas)).map(([name, count]) => [name, Number(count)]),
  ),
});
await delay(chosen.includes(IDLE) ? IDLE_MS : SETTLE_MS);
suite.tellMemory(chosen.includes(IDLE) ? 'idle memory' : 'memory, soon after the start');

const began = performance.now();
const parties = await openParties(suite.client, Number(values.balances));
const tookMs = performance.now() - began;
console.log(`${`${values.balances} balances opened and filled`.padEnd(50)} ${(tookMs / 1_000).toFixed(1)} s`);
const listedBefore = await listedTransfers(suite.client, parties);
let transfers = 0;
for (const name of chosen) {
  const stage = { ...suite.stageOf(name), parties, sizes };
  for (const line of (await procedures[name]?.(stage)) ?? []) console.log(line);
  const row = await loads[name]?.(stage);
  if (!row) continue;
  const { served } = await suite.measure(name, row);
  if (row.request.method === 'POST' && row.request.path === '/transfers') transfers += served;
}
const listed = (await listedTransfers(suite.client, parties)) - listedBefore;
console.log(`\n${'transfers served, and listed at their two parties'.padEnd(50)} ${transfers} and ${listed / 2}`);

suite.tellMemory('memory after the loads');
await suite.tellLiving();
await suite.end();
