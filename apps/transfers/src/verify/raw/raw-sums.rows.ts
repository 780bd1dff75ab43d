import type { StoredEvent } from '@halyard/event-store';
import type { PipelineStep } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { namesOf, RawBooks } from './raw-books.js';

const kinds = ['posted', 'held', 'transit', 'used', 'overReserved', 'limited'] as const;
const CAME_IN = 'cameIn';

interface SumRow {
  readonly kind: string;
  readonly name: string;
  readonly minor: string;
}

/** Names are ordered by their bytes, as ids are in the tables with which the sums are compared. */
export const CREATE_SUMS = `
  CREATE TABLE verify_sums (
    kind  text NOT NULL,
    name  text COLLATE "C" NOT NULL,
    minor numeric NOT NULL,
    PRIMARY KEY (kind, name)
  )`;

/** The stored sums that these events may change, and what the changes are once the events were added. */
export class PageOfSums {
  readonly books = new RawBooks();
  private readonly before = new Map<string, bigint>();

  private constructor(rows: readonly SumRow[]) {
    for (const { kind, name, minor } of rows) {
      const sum = BigInt(minor);
      this.before.set(`${kind} ${name}`, sum);
      const own = kinds.find((one) => one === kind);
      if (own) this.books[own].set(name, sum);
      else this.books.cameIn = sum;
    }
  }

  /** @param others further names of sums that are needed */
  static async read(
    scratch: EntityManager,
    events: readonly StoredEvent[],
    others: readonly string[],
  ): Promise<PageOfSums> {
    const names = new Set(['', ...others, ...events.flatMap(namesOf)]);
    const rows = await scratch.query<SumRow[]>(
      'SELECT kind, name, minor FROM verify_sums WHERE kind = ANY($1) AND name = ANY($2)',
      [[...kinds, CAME_IN], [...names]],
    );
    return new PageOfSums(rows);
  }

  steps(): PipelineStep[] {
    const after = new Map<string, SumRow>();
    const add = (kind: string, name: string, minor: bigint) =>
      after.set(`${kind} ${name}`, { kind, name, minor: minor.toString() });
    for (const kind of kinds) for (const [name, minor] of this.books[kind]) add(kind, name, minor);
    if (this.books.cameIn !== 0n) add(CAME_IN, '', this.books.cameIn);
    const changed = [...after].filter(([key, { minor }]) => this.before.get(key) !== BigInt(minor));
    const ended = [...this.before.keys()].filter((key) => !after.has(key)).map(splitKey);
    return [
      { statement: SAVE, values: [JSON.stringify(changed.map(([, row]) => row))] },
      { statement: DELETE, values: [JSON.stringify(ended)] },
    ];
  }
}

function splitKey(key: string): Pick<SumRow, 'kind' | 'name'> {
  const end = key.indexOf(' ');
  return { kind: key.slice(0, end), name: key.slice(end + 1) };
}

const SAVE = {
  name: 'verify-save-sums',
  text: `INSERT INTO verify_sums SELECT * FROM jsonb_to_recordset($1::jsonb) AS sum (kind text, name text, minor numeric)
         ON CONFLICT (kind, name) DO UPDATE SET minor = excluded.minor`,
};

const DELETE = {
  name: 'verify-delete-sums',
  text: `DELETE FROM verify_sums USING jsonb_to_recordset($1::jsonb) AS ended (kind text, name text)
         WHERE verify_sums.kind = ended.kind AND verify_sums.name = ended.name`,
};
