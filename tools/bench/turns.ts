import { BenchedSuite } from './benched-suite.ts';
import { machine } from './machine.ts';
import { options } from './options.ts';
import { cpuUsOf, perSecond } from './report.ts';
import { rows } from './rows.ts';

const LABEL = 48;
const COLUMN = 34;

/** One of the suites that are compared. */
export interface Variant {
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly onEventStoreDb?: boolean;
  readonly stored?: number;
}

async function start({ name, ...variant }: Variant) {
  const suite = await BenchedSuite.start({ mode: 'embedded', stored: 0, isProfiled: false, ...variant });
  /** Figures of all rounds, by the name of the measurement. */
  return { name, suite, parties: await suite.openParties(), told: new Map<string, string[]>() };
}
export type Turn = Awaited<ReturnType<typeof start>>;

/** Adds a figure to a line of the table. */
export const tell = ({ told }: Turn, what: string, figure: string): void =>
  void told.set(what, [...(told.get(what) ?? []), figure]);

export async function measureLoad(turn: Turn, name: keyof typeof rows, title: string): Promise<void> {
  const { suite, parties } = turn;
  const { figures, cpu } = await suite.measure(name, await rows[name]({ client: suite.client, parties }));
  const us = (...groups: readonly string[]): string => cpuUsOf(cpu, groups, figures.succeeded).toFixed(0);
  tell(turn, `${title}, transfers/s`, perSecond(figures).toFixed(0));
  tell(turn, `${title}, p50 in ms`, figures.p50Ms.toFixed(1));
  tell(turn, `${title}, p99 in ms`, figures.p99Ms.toFixed(1));
  tell(turn, `${title}, CPU of the suite in µs`, us('suite'));
  tell(turn, `${title}, with its Postgres`, us('suite', 'Postgres'));
}

/** Measures suites that differ in something, one after the other in each round, and prints one table at the end. */
export async function inTurns(
  variants: readonly Variant[],
  rounds: number,
  measure: (turn: Turn) => Promise<void>,
): Promise<readonly Turn[]> {
  console.log(machine());
  const turns: Turn[] = [];
  for (const variant of variants) turns.push(await start(variant));
  for (let round = 1; round <= Number(options.rounds ?? rounds); round += 1) {
    for (const turn of turns) {
      console.log(`\nround ${round}, ${turn.name}`);
      await measure(turn);
    }
  }
  const tellRow = (what: string, cells: readonly string[]): void =>
    console.log(what.padEnd(LABEL) + cells.map((cell) => cell.padEnd(COLUMN)).join(''));
  console.log();
  tellRow(
    '',
    variants.map(({ name }) => name),
  );
  for (const what of turns[0]?.told.keys() ?? [])
    tellRow(
      what,
      turns.map(({ told }) => told.get(what)?.join(', ') ?? ''),
    );
  return turns;
}
