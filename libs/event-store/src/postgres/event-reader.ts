import { Batcher } from '@halyard/persistence';
import type { Pool } from 'pg';
import type { EventMetadata, Position, ReadOptions, StoredEvent } from '../event-store.js';
import type { Namespace } from '../namespace.js';
import { retrying } from './trouble.js';

const PAGE_EVENTS = 500;
const REVISION_MAX = 2_147_483_647;

const COLUMNS = 'id, stream, revision, position, recorded_at, type, data, metadata';

/** How many streams one statement reads from the beginning. Most streams are short, so it reads them whole. */
const BEGINNINGS_MAX = 128;
const BEGINNING_EVENTS = 16;

const BEGINNINGS = {
  name: 'read-beginnings',
  text: `SELECT ${COLUMNS}, number::integer
         FROM unnest($1::text[], $2::integer[], $3::integer[]) WITH ORDINALITY AS wanted (name, first, most, number),
         LATERAL (
           SELECT ${COLUMNS} FROM events WHERE stream = name AND revision >= first ORDER BY revision LIMIT most
         ) AS event
         ORDER BY number, revision`,
  rowMode: 'array',
} as const;

const FORWARDS = {
  name: 'read-forwards',
  text: `SELECT ${COLUMNS} FROM events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`,
  rowMode: 'array',
} as const;

const BACKWARDS = {
  name: 'read-backwards',
  text: `SELECT ${COLUMNS} FROM events WHERE stream = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3`,
  rowMode: 'array',
} as const;

const WINDOW = {
  name: 'read-window',
  text: `SELECT ${COLUMNS} FROM events
         WHERE position > $1 AND position <= $2 AND stream ^@ ANY ($3::text[]) ORDER BY position LIMIT $4`,
  rowMode: 'array',
} as const;

type Row = [
  id: string,
  stream: string,
  revision: number,
  position: string,
  recordedAt: Date,
  type: string,
  data: unknown,
  metadata: EventMetadata | null,
];

type BeginningRow = [...Row, number: number];

interface StreamBeginning {
  readonly stream: string;
  readonly from: number;
  readonly limit: number;
}

/**
 * Reads events. It repeats a page while the store is briefly away. Concurrent forward reads share a statement for their
 * first pages.
 */
export class EventReader {
  private readonly beginnings = new Batcher((wanted: readonly StreamBeginning[]) => this.beginningsOf(wanted), {
    sizeMax: BEGINNINGS_MAX,
    gathers: false,
  });

  constructor(
    private readonly pool: Pool,
    private readonly namespace: Namespace,
  ) {}

  async *stream(name: string, options: ReadOptions = {}): AsyncIterable<StoredEvent> {
    const stream = this.namespace.stored(name);
    const { direction = 'forwards', count = Infinity } = options;
    const forwards = direction === 'forwards';
    let { from = forwards ? 0 : REVISION_MAX } = options;
    let left = count;
    for (let isFirst = forwards; left > 0; isFirst = false) {
      const limit = Math.min(left, isFirst ? BEGINNING_EVENTS : PAGE_EVENTS);
      const page = isFirst
        ? await this.beginnings.add({ stream, from, limit })
        : await this.page({ ...(forwards ? FORWARDS : BACKWARDS), values: [stream, from, limit] });
      yield* page;
      const last = page.at(-1);
      if (!last || page.length < limit) return;
      from = last.revision + (forwards ? 1 : -1);
      left -= page.length;
    }
  }

  window(from: Position, to: Position, streamPrefixes: readonly string[], limit: number): Promise<StoredEvent[]> {
    return this.page({
      ...WINDOW,
      values: [from, to, streamPrefixes.map((prefix) => this.namespace.stored(prefix)), limit],
    });
  }

  async head(): Promise<Position> {
    const { rows } = await retrying(() =>
      this.pool.query<{ head: string }>('SELECT coalesce(max(position), 0) AS head FROM events'),
    );
    return BigInt(rows[0]?.head ?? 0);
  }

  async headAt(): Promise<Date | undefined> {
    const { rows } = await retrying(() =>
      this.pool.query<{ at: Date }>('SELECT recorded_at AS at FROM events ORDER BY position DESC LIMIT 1'),
    );
    return rows[0]?.at;
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private async beginningsOf(wanted: readonly StreamBeginning[]): Promise<StoredEvent[][]> {
    const values = [
      wanted.map(({ stream }) => stream),
      wanted.map(({ from }) => from),
      wanted.map(({ limit }) => limit),
    ];
    const { rows } = await retrying(() => this.pool.query<BeginningRow>({ ...BEGINNINGS, values }));
    const pages = wanted.map((): StoredEvent[] => []);
    for (const [id, stream, revision, position, recordedAt, type, data, metadata, number] of rows)
      pages[number - 1]?.push(this.toEvent([id, stream, revision, position, recordedAt, type, data, metadata]));
    return pages;
  }

  private async page(query: {
    readonly name: string;
    readonly text: string;
    readonly rowMode: 'array';
    readonly values: unknown[];
  }): Promise<StoredEvent[]> {
    const { rows } = await retrying(() => this.pool.query<Row>(query));
    return rows.map((row) => this.toEvent(row));
  }

  private toEvent([id, stream, revision, position, recordedAt, type, data, metadata]: Row): StoredEvent {
    return {
      id,
      stream: this.namespace.own(stream),
      revision,
      position: BigInt(position),
      recordedAt,
      type,
      data,
      metadata: metadata ?? {},
    };
  }
}
