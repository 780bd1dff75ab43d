import type { StoredEvent } from '@halyard/event-store';
import type { EntityManager } from 'typeorm';
import type { Difference } from './differences.query.js';
import type { RawBooks } from './raw-books.js';

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

/** The snapshots that exist when verify starts. Each is compared when verify reaches its last event. */
export class StoredSnapshots {
  difference: Difference | undefined;

  private constructor(private readonly byStream: ReadonlyMap<string, Row>) {}

  static async read(database: EntityManager, schema: string): Promise<StoredSnapshots> {
    const rows = await database.query<Row[]>(
      `SELECT stream, revision, jsonb_build_object(
         'postedMinor', state -> 'postedMinor', 'heldMinor', state -> 'heldMinor', 'weeks', state -> 'weeks'
       ) AS state FROM "${schema}".snapshots`,
    );
    return new StoredSnapshots(new Map(rows.map((row) => [row.stream, row])));
  }

  /** @param raw the sums, including this event */
  passBy({ stream, revision }: StoredEvent, raw: RawBooks): void {
    const snapshot = this.byStream.get(stream);
    if (snapshot?.revision !== revision || isRight(snapshot, raw)) return;
    const what = `the events up to revision ${revision} say otherwise`;
    this.difference ??= { table: 'snapshots', key: { stream }, what };
  }
}

function isRight({ stream, state }: Row, raw: RawBooks): boolean {
  const of = stream.slice(stream.indexOf('-') + 1);
  if (state.weeks) return state.weeks.every(([week, minor]) => BigInt(minor) === raw.used.of(`${of} ${week}`));
  const { postedMinor = '0', heldMinor = '0' } = state;
  return BigInt(postedMinor) === raw.posted.of(of) && BigInt(heldMinor) === raw.held.of(of);
}
