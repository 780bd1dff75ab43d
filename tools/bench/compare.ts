// Transfers in turns on several suites, and one table at the end: with each of some values of a setting, or with the
// streams in Postgres and in an EventStoreDB, which is the gRPC double, unless EVENTSTORE_URL names a real one.
// node tools/bench/compare.ts --compare REQUEST_LOG=full,without-bodies,off | --event-stores
//   [--only transfers,hot-source,one-at-a-time,read-model-delay] [--rounds 2] [--seconds 10] [--connections 64]
//   [--balances 1000] [--offered 300]
import { options, sizes } from './options.ts';
import { measureReadModelDelay } from './read-model-delay.ts';
import { inTurns, measureLoad, tell, type Turn, type Variant } from './turns.ts';

async function measureDelay(turn: Turn): Promise<void> {
  const { suite, parties } = turn;
  const stage = { ...suite.stageOf('read-model-delay'), parties, sizes };
  const { p50Ms, p99Ms, answeredPerSecond } = await measureReadModelDelay(stage);
  tell(turn, `${sizes.offered}/s offered, answered/s`, answeredPerSecond.toFixed(0));
  tell(turn, 'the same, from answer to list in ms', `${p50Ms.toFixed(0)} (p99 ${p99Ms.toFixed(0)})`);
}

const measurements: Readonly<Record<string, (turn: Turn) => Promise<void>>> = {
  transfers: (turn) => measureLoad(turn, 'transfers', 'balance to balance'),
  'hot-source': (turn) => measureLoad(turn, 'hot-source', 'one hot account as source'),
  'one-at-a-time': (turn) => measureLoad(turn, 'one-at-a-time', 'one at a time'),
  'read-model-delay': measureDelay,
};

function variants(): readonly Variant[] {
  if (options['event-stores'])
    return [
      { name: 'Postgres', onEventStoreDb: false },
      { name: 'EventStoreDB', onEventStoreDb: true },
    ];
  const [setting = '', given] = (options.compare ?? '').split('=', 2);
  if (given === undefined) throw new Error('--compare takes a setting and its values: REQUEST_LOG=full,off');
  return given.split(',').map((value) => ({ name: `${setting}=${value}`, settings: { [setting]: value } }));
}

const known = Object.keys(measurements);
const { only = options['event-stores'] ? known.join(',') : 'transfers' } = options;
const chosen = only.split(',');
if (!chosen.every((name) => known.includes(name))) throw new Error(`--only takes some of ${known.join(', ')}`);

const turns = await inTurns(variants(), 2, async (turn) => {
  for (const name of known.filter((each) => chosen.includes(each))) await measurements[name]?.(turn);
});
for (const { suite } of turns) await suite.end();
