// Transfers with the streams in Postgres and in an EventStoreDB, in turns on two suites: the gRPC double, unless
// EVENTSTORE_URL names a real one. Prints one table at the end.
// node tools/bench/event-stores.ts [--only transfers,hot-source,one-at-a-time,read-model-delay] [--rounds 2]
//   [--seconds 10] [--connections 64] [--balances 1000] [--offered 300]
import { parseArgs } from 'node:util';
import { measureReadModelDelay } from './read-model-delay.ts';
import { inTurns, measureTransfers, tell, type Turn, turnLoads, turnOptions } from './turns.ts';

const READ_MODEL_DELAY = 'read-model-delay';

const { values } = parseArgs({
  options: {
    ...turnOptions,
    'event-stores': { type: 'boolean' },
    only: { type: 'string', default: [...turnLoads, READ_MODEL_DELAY].join(',') },
    offered: { type: 'string', default: '300' },
  },
});
const chosen = values.only.split(',');

const known: readonly string[] = [...turnLoads, READ_MODEL_DELAY];
if (!chosen.every((name) => known.includes(name))) throw new Error(`--only takes some of ${known.join(', ')}`);

async function measureDelay(turn: Turn): Promise<void> {
  const { suite, parties } = turn;
  const counts = { deliveries: 0, events: 0, customers: 0, requests: 0 };
  const sizes = { ...counts, runMs: Number(values.seconds) * 1_000, offered: Number(values.offered) };
  const { p50Ms, p99Ms, answered } = await measureReadModelDelay({
    ...suite.stageOf(READ_MODEL_DELAY),
    parties,
    sizes,
  });
  tell(turn, `${values.offered}/s offered, answered/s`, answered.toFixed(0));
  tell(turn, 'the same, from answer to list in ms', `${p50Ms.toFixed(0)} (p99 ${p99Ms.toFixed(0)})`);
}

const stores = [
  { name: 'Postgres', onEventStoreDb: false },
  { name: 'EventStoreDB', onEventStoreDb: true },
];
await inTurns(stores, values, async (turn) => {
  await measureTransfers(turn, chosen);
  if (chosen.includes(READ_MODEL_DELAY)) await measureDelay(turn);
});
