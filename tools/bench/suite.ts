// The whole product over HTTPS, durable: start, memory, stop, and the rates of the public API.
// node tools/bench/suite.ts [--mode embedded|distributed] [--only transfers,hot-source] [--seconds 10]
//   [--connections 64] [--balances 1000] [--stored 1000000] [--profile] [--offered 300] [--kill-every 5] [--deliveries 20000]
//   [--events 1000000] [--customers 1000000] [--requests 100000] [--set REQUEST_LOG=off] [--replicas gateway=2]
import { setTimeout as delay } from 'node:timers/promises';
import { BenchedSuite } from './benched-suite.ts';
import { machine } from './machine.ts';
import { assignments, options, sizes } from './options.ts';
import { listedTransfers } from './parties.ts';
import { line } from './procedure.ts';
import { procedures } from './procedures.ts';
import { listRows, type Row, rows, type Stage } from './rows.ts';

const SETTLE_MS = 3_000;
/** A process that does nothing gives memory back by then. */
const IDLE_MS = 20_000;
const IDLE = 'idle';

const { only = [IDLE, ...Object.keys(rows)].join(',') } = options;
/** Loads by their name on the command line; `lists` stands for all filters of the list. */
const loads: Readonly<Record<string, (stage: Stage) => Promise<Row>>> = { ...rows, ...listRows };
const chosen = only.split(',').flatMap((name) => (name === 'lists' ? Object.keys(listRows) : [name]));
for (const name of chosen) {
  const known = [IDLE, ...Object.keys(loads), ...Object.keys(procedures), 'lists'];
  if (!known.includes(name)) throw new Error(`--only takes some of ${known.join(', ')}`);
}

console.log([machine(), options.mode, ...options.replicas, ...options.set].join('; '));
const replicas = Object.entries(assignments(options.replicas)).map(([name, count]) => [name, Number(count)] as const);
const suite = await BenchedSuite.start({
  mode: options.mode === 'distributed' ? 'distributed' : 'embedded',
  stored: Number(options.stored),
  isProfiled: options.profile,
  settings: assignments(options.set),
  replicas: Object.fromEntries(replicas),
});
await delay(chosen.includes(IDLE) ? IDLE_MS : SETTLE_MS);
suite.tellMemory(chosen.includes(IDLE) ? 'idle memory' : 'memory, soon after the start');

const parties = await suite.openParties();
const listedBefore = await listedTransfers(suite.client, parties);
let transfers = 0;
for (const name of chosen) {
  const stage = { ...suite.stageOf(name), parties, sizes };
  for (const told of (await procedures[name]?.(stage)) ?? []) console.log(told);
  const row = await loads[name]?.(stage);
  if (!row) continue;
  const { served } = await suite.measure(name, row);
  if (row.request.method === 'POST' && row.request.path === '/transfers') transfers += served;
}
const listed = (await listedTransfers(suite.client, parties)) - listedBefore;
console.log(`\n${line('transfers served, and listed at their two parties', `${transfers} and ${listed / 2}`)}`);

suite.tellMemory('memory after the loads');
await suite.tellLiving();
await suite.end();
