// Transfers with the streams in Postgres and in an EventStoreDB, in turns on two suites: the gRPC double, unless
// EVENTSTORE_URL names a real one. Prints one table at the end.
// node tools/bench/event-stores.ts [--only transfers,hot-source,one-at-a-time,read-model-delay] [--rounds 2]
//   [--seconds 10] [--connections 64] [--balances 1000] [--offered 300]
import { parseArgs } from 'node:util';
import { BenchedSuite } from './benched-suite.ts';
import { machine } from './machine.ts';
import { openParties } from './parties.ts';
import { perSecond } from './report.ts';
import { measureReadModelDelay } from './read-model-delay.ts';
import { rows } from './rows.ts';

const LABEL = 48;
const COLUMN = 34;
const READ_MODEL_DELAY = 'read-model-delay';

const { values } = parseArgs({
  options: {
    'event-stores': { type: 'boolean' },
    only: { type: 'string', default: `transfers,hot-source,one-at-a-time,${READ_MODEL_DELAY}` },
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
    balances: { type: 'string', default: '1000' },
    offered: { type: 'string', default: '300' },
  },
});
const runMs = Number(values.seconds) * 1_000;
const chosen = values.only.split(',');

const titles = {
  transfers: 'balance to balance',
  'hot-source': 'one hot account as source',
  'one-at-a-time': 'one at a time',
} as const;
const loads = Object.keys(titles) as (keyof typeof titles)[];

const known: readonly string[] = [...loads, READ_MODEL_DELAY];
if (!chosen.every((name) => known.includes(name))) throw new Error(`--only takes some of ${known.join(', ')}`);

async function start(store: string, onEventStoreDb: boolean) {
  const suite = await BenchedSuite.start({
    mode: 'embedded',
    connections: Number(values.connections),
    runMs,
    stored: 0,
    isProfiled: false,
    onEventStoreDb,
  });
  const parties = await openParties(suite.client, Number(values.balances));
  /** By what was measured: a figure of each round. */
  return { store, suite, parties, told: new Map<string, string[]>() };
}
type Stage = Awaited<ReturnType<typeof start>>;

const tell = ({ told }: Stage, what: string, figure: string): void =>
  void told.set(what, [...(told.get(what) ?? []), figure]);

async function measureLoads(stage: Stage): Promise<void> {
  const { suite, parties } = stage;
  for (const name of loads.filter((load) => chosen.includes(load))) {
    const title = titles[name];
    const { figures, suiteUs } = await suite.measure(name, await rows[name]({ client: suite.client, parties }));
    tell(stage, `${title}, transfers/s`, perSecond(figures).toFixed(0));
    tell(stage, `${title}, p50 in ms`, figures.p50Ms.toFixed(1));
    tell(stage, `${title}, CPU of the suite in µs`, suiteUs.toFixed(0));
  }
}

async function measureDelay(stage: Stage): Promise<void> {
  const { suite, parties } = stage;
  const sizes = { runMs, offered: Number(values.offered), deliveries: 0, events: 0, customers: 0, requests: 0 };
  const { p50Ms, p99Ms, answered } = await measureReadModelDelay({
    ...suite.stageOf(READ_MODEL_DELAY),
    parties,
    sizes,
  });
  tell(stage, `${values.offered}/s offered, answered/s`, answered.toFixed(0));
  tell(stage, 'the same, from answer to list in ms', `${p50Ms.toFixed(0)} (p99 ${p99Ms.toFixed(0)})`);
}

console.log(machine());
const stages = [await start('Postgres', false), await start('EventStoreDB', true)];
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const stage of stages) {
    console.log(`\nround ${round}, ${stage.store}`);
    await measureLoads(stage);
    if (chosen.includes(READ_MODEL_DELAY)) await measureDelay(stage);
  }
}

const tellRow = (what: string, cells: readonly string[]): void =>
  console.log(what.padEnd(LABEL) + cells.map((cell) => cell.padEnd(COLUMN)).join(''));
console.log();
tellRow(
  '',
  stages.map(({ store }) => store),
);
for (const what of stages[0]?.told.keys() ?? []) {
  const cells = stages.map(({ told }) => told.get(what)?.join(', ') ?? '');
  tellRow(what, cells);
}
for (const { suite } of stages) await suite.end();
