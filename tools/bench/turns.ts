import { BenchedSuite } from './benched-suite.ts';
import { machine } from './machine.ts';
import { openParties } from './parties.ts';
import { perSecond } from './report.ts';
import { rows } from './rows.ts';

const LABEL = 48;
const COLUMN = 34;

/** The options of programs that measure suites in turns. */
export const turnOptions = {
  rounds: { type: 'string', default: '2' },
  seconds: { type: 'string', default: '10' },
  connections: { type: 'string', default: '64' },
  balances: { type: 'string', default: '1000' },
} as const;

type TurnValues = Readonly<Record<keyof typeof turnOptions, string>>;

/** One of the suites that are compared. */
interface Variant {
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly onEventStoreDb?: boolean;
}

async function start({ name, settings, onEventStoreDb }: Variant, values: TurnValues) {
  const suite = await BenchedSuite.start({
    mode: 'embedded',
    connections: Number(values.connections),
    runMs: Number(values.seconds) * 1_000,
    stored: 0,
    isProfiled: false,
    settings,
    onEventStoreDb,
  });
  const parties = await openParties(suite.client, Number(values.balances));
  /** Figures of all rounds, by the name of the measurement. */
  return { name, suite, parties, told: new Map<string, string[]>() };
}
export type Turn = Awaited<ReturnType<typeof start>>;

/** Adds a figure to a line of the table. */
export const tell = ({ told }: Turn, what: string, figure: string): void =>
  void told.set(what, [...(told.get(what) ?? []), figure]);

const titles = {
  transfers: 'balance to balance',
  'hot-source': 'one hot account as source',
  'one-at-a-time': 'one at a time',
} as const;
export const turnLoads = Object.keys(titles) as (keyof typeof titles)[];

/** Measures transfers of a suite, of each chosen kind. */
export async function measureTransfers(turn: Turn, chosen: readonly string[]): Promise<void> {
  const { suite, parties } = turn;
  for (const name of turnLoads.filter((load) => chosen.includes(load))) {
    const title = titles[name];
    const { figures, suiteUs, servedUs } = await suite.measure(
      name,
      await rows[name]({ client: suite.client, parties }),
    );
    tell(turn, `${title}, transfers/s`, perSecond(figures).toFixed(0));
    tell(turn, `${title}, p50 in ms`, figures.p50Ms.toFixed(1));
    tell(turn, `${title}, p99 in ms`, figures.p99Ms.toFixed(1));
    tell(turn, `${title}, CPU of the suite in µs`, suiteUs.toFixed(0));
    tell(turn, `${title}, with its Postgres`, servedUs.toFixed(0));
  }
}

/** Measures suites that differ in something, one after the other in each round, and prints one table at the end. */
export async function inTurns(
  variants: readonly Variant[],
  values: TurnValues,
  measure: (turn: Turn) => Promise<void>,
): Promise<void> {
  console.log(machine());
  const turns: Turn[] = [];
  for (const variant of variants) turns.push(await start(variant, values));
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const turn of turns) {
      console.log(`\nround ${round}, ${turn.name}`);
      await measure(turn);
    }
  }
  console.log();
  tellRow(
    '',
    turns.map(({ name }) => name),
  );
  for (const what of turns[0]?.told.keys() ?? []) {
    tellRow(
      what,
      turns.map(({ told }) => told.get(what)?.join(', ') ?? ''),
    );
  }
  for (const { suite } of turns) await suite.end();
}

const tellRow = (what: string, cells: readonly string[]): void =>
  console.log(what.padEnd(LABEL) + cells.map((cell) => cell.padEnd(COLUMN)).join(''));
