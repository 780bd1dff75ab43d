import type { HalClient } from '@halyard/suite/client';
import type { Client } from 'pg';
import type { Role } from './cpu/cpu-meter.ts';
import type { Load } from './load/load.ts';
import type { Parties } from './parties.ts';
import type { Row } from './rows.ts';

/** How long something took, and what it cost. */
export interface WatchedWork {
  readonly ms: number;
  /** The cost of each of `count` equal parts. */
  readonly linesOf: (count: number) => readonly string[];
}

/** How much to do, from the command line. */
interface Sizes {
  /** How long a load is measured, in milliseconds. */
  readonly runMs: number;
  /** Transfers a second that are offered. */
  readonly offered: number;
  /** Deliveries in a round or a backlog. */
  readonly deliveries: number;
  /** Public events that are stored before they are listed. */
  readonly events: number;
  /** Customers who are stored before they are listed. */
  readonly customers: number;
  /** Requests of a day that are stored before they are listed. */
  readonly requests: number;
}

export interface ProcedureStage {
  readonly client: HalClient;
  readonly parties: Parties;
  readonly sizes: Sizes;
  /** A connection to the suite's database, as its owner. */
  readonly postgres: Client;
  /** Does something once. Reports the CPU of `others` too, besides that of the suite. */
  readonly watch: (work: () => Promise<void>, others?: ReadonlyMap<number, Role>) => Promise<WatchedWork>;
  /** The role of each process of the suite. */
  readonly rolesOf: () => Promise<Map<number, Role>>;
  readonly loadOf: (row: Omit<Row, 'title'>) => Promise<Load>;
}

/** Something that is measured as a whole, from beginning to end. @returns lines of the table */
export type Procedure = (stage: ProcedureStage) => Promise<readonly string[]>;

export const line = (what: string, fact: string): string => `${what.padEnd(50)} ${fact}`;
