import type { StoredEvent } from '@halyard/event-store';
import type { EntityManager } from 'typeorm';
import type { RawBooks } from './raw-books.js';

const ROWS_AT_ONCE = 1_000;

/** Only the compared parts of a snapshot's state. */
interface State {
  readonly postedMinor?: string;
  readonly heldMinor?: string;
  readonly weeks?: readonly (readonly [week: string, minor: string])[];
}

interface Row {
  readonly stream: string;
  readonly revision: number;
  readonly state: State;
}

interface WrongSnapshot {
  readonly stream: string;
  readonly what: string;
}

export const CREATE_SNAPSHOTS = `
  CREATE TABLE verify_snapshots (stream text PRIMARY KEY, revision integer NOT NULL, state jsonb NOT NULL)`;

/** Copies the snapshots that exist now. Each is compared when the reading of events reaches its last one. */
export async function copySnapshots(database: EntityManager, scratch: EntityManager): Promise<void> {
  for (let after = '', isOver = false; !isOver;) {
    const rows = await database.query<Row[]>(
      `SELECT stream, revision, jsonb_strip_nulls(jsonb_build_object(
         'postedMinor', state -> 'postedMinor', 'heldMinor', state -> 'heldMinor', 'weeks', state -> 'weeks'
       )) AS state FROM snapshots WHERE stream > $1 ORDER BY stream LIMIT ${ROWS_AT_ONCE}`,
      [after],
    );
    await scratch.query(
      `INSERT INTO verify_snapshots
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS one (stream text, revision integer, state jsonb)`,
      [JSON.stringify(rows)],
    );
    after = rows.at(-1)?.stream ?? after;
    isOver = rows.length < ROWS_AT_ONCE;
  }
}

/** The copied snapshots of the streams of a page of events. */
export class StoredSnapshots {
  /** The first one that its events do not come to. */
  wrong: WrongSnapshot | undefined;

  private constructor(private readonly byStream: ReadonlyMap<string, Row>) {}

  static async read(scratch: EntityManager, events: readonly StoredEvent[]): Promise<StoredSnapshots> {
    const streams = new Set(events.map(({ stream }) => stream));
    const rows = await scratch.query<Row[]>(
      'SELECT stream, revision, state FROM verify_snapshots WHERE stream = ANY($1)',
      [[...streams]],
    );
    return new StoredSnapshots(new Map(rows.map((row) => [row.stream, row])));
  }

  /** Names of the sums that they are compared with. */
  names(): string[] {
    return [...this.byStream.values()].flatMap(({ stream, state: { weeks = [] } }) =>
      weeks.map(([week]) => `${subjectOf(stream)} ${week}`),
    );
  }

  /** @param raw the sums, including this event */
  passBy({ stream, revision }: StoredEvent, raw: RawBooks): void {
    const snapshot = this.byStream.get(stream);
    if (snapshot?.revision !== revision || isRight(snapshot, raw)) return;
    this.wrong ??= { stream, what: `the events up to revision ${revision} say otherwise` };
  }
}

const subjectOf = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

function isRight({ stream, state }: Row, raw: RawBooks): boolean {
  const of = subjectOf(stream);
  if (state.weeks) return state.weeks.every(([week, minor]) => BigInt(minor) === raw.used.of(`${of} ${week}`));
  const { postedMinor = '0', heldMinor = '0' } = state;
  return BigInt(postedMinor) === raw.posted.of(of) && BigInt(heldMinor) === raw.held.of(of);
}
