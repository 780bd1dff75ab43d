import type { HalClient } from '@halyard/suite/client';
import type { Client } from 'pg';
import type { Roles } from './cpu/cpu-meter.ts';
import type { Load } from './load/load.ts';
import type { LoadRun, RunOptions, Watch } from './load/run-load.ts';
import type { sizes } from './options.ts';
import type { Parties } from './parties.ts';
import type { Row } from './rows.ts';
import { rateOf } from './times.ts';

/** How long something took, and what it cost. */
export interface WatchedWork {
  readonly ms: number;
  /** The cost of each of `count` equal parts. */
  readonly linesOf: (count: number) => readonly string[];
}

export interface ProcedureStage {
  readonly client: HalClient;
  readonly parties: Parties;
  readonly sizes: typeof sizes;
  /** A connection to the suite's database, as its owner. */
  readonly postgres: Client;
  /** Does something once. Reports the CPU of `others` too, besides that of the suite. */
  readonly watch: (work: () => Promise<void>, others?: Roles) => Promise<WatchedWork>;
  /** The role of each process of the suite. */
  readonly rolesOf: () => Promise<Roles>;
  readonly loadOf: (row: Omit<Row, 'title'>) => Promise<Load>;
  /** Measures a load without telling of it. */
  readonly run: (
    row: Omit<Row, 'title'>,
    options?: Partial<Pick<RunOptions, 'warmUpMs' | 'runMs'>>,
    watch?: Watch,
  ) => Promise<LoadRun>;
}

/** Something that is measured as a whole, from beginning to end. @returns lines of the table */
export type Procedure = (stage: ProcedureStage) => Promise<readonly string[]>;

export const line = (what: string, fact: string): string => `${what.padEnd(50)} ${fact}`;

/** Does something of `count` parts in rounds. @returns the rate and the time of each round, and what the last of them cost */
export async function rounds(
  times: number,
  what: string,
  count: number,
  round: () => Promise<WatchedWork>,
): Promise<readonly string[]> {
  const all: WatchedWork[] = [];
  while (all.length < times) all.push(await round());
  return [
    line(what, all.map(({ ms }) => `${rateOf(count, ms)} in ${ms.toFixed(0)} ms`).join(', ')),
    ...(all.at(-1)?.linesOf(count) ?? []),
  ];
}
