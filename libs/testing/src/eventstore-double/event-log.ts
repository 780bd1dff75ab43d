import { EventEmitter, once } from 'node:events';
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { GroupCommit } from './group-commit.js';

export interface ProposedEvent {
  readonly id: string;
  /** The metadata that the server itself stores: `type` and `content-type`. */
  readonly properties: readonly (readonly [string, string])[];
  readonly data: Uint8Array;
  readonly customMetadata: Uint8Array;
}

export interface RecordedEvent extends ProposedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
}

export type ExpectedVersion = number | 'no-stream' | 'stream-exists' | 'any';

/** The place of the append, or the stream's current revision (-1 for none) when another was expected. */
export type AppendOutcome =
  { readonly revision: number; readonly position: bigint } | { readonly wrongExpectedVersion: number };

/** One append in the file: an append that a crash cut short has no line end. */
interface Line {
  readonly stream: string;
  readonly events: readonly (readonly [
    id: string,
    properties: ProposedEvent['properties'],
    data: string,
    custom: string,
  ])[];
}

/** Ticks of 100 ns since 1970. */
const TICKS_PER_MS = 10_000n;

/** With what the server itself adds to an event. */
const withTime = ({ properties, ...event }: ProposedEvent): ProposedEvent => ({
  ...event,
  properties: [...properties, ['created', `${BigInt(Date.now()) * TICKS_PER_MS}`]],
});

/** Bytes of a record besides its data; positions are offsets in a log file. */
const RECORD_BYTES = 64n;
/** After this many appends the server writes an event of its own. */
const APPENDS_PER_SYSTEM_EVENT = 25;
const STATISTICS = '$stats-127.0.0.1:2113';

/** Events of all streams in commit order, in memory and, if a path is given, in an append-only file. */
export class EventLog {
  readonly all: RecordedEvent[] = [];
  /** Answers to appends wait for it. */
  readonly disk = new GroupCommit();
  private readonly streams = new Map<string, RecordedEvent[]>();
  private readonly commits = new EventEmitter().setMaxListeners(0);
  private file: number | undefined;
  private appends = 0;
  private end = RECORD_BYTES;

  /** @param path of the file, which is read first if it exists; what was written survives a kill of the process */
  constructor(path?: string) {
    if (path) {
      const whole = existsSync(path) ? this.load(readFileSync(path)) : 0;
      this.file = openSync(path, 'a');
      ftruncateSync(this.file, whole);
    }
    if (this.all.length === 0) this.appendSystemEvents(2);
  }

  stream(name: string): readonly RecordedEvent[] {
    return this.streams.get(name) ?? [];
  }

  /**
   * Decides like EventStoreDB: if exactly these events follow the expected revision already, it is the same append
   * again; if only the first of them do, it is a different append.
   */
  append(stream: string, expected: ExpectedVersion, events: readonly ProposedEvent[]): AppendOutcome {
    const standing = this.stream(stream);
    const current = standing.length - 1;
    if (expected === 'any' || (expected === 'stream-exists' && current >= 0)) return this.commit(stream, events);
    if (expected === 'stream-exists') return { wrongExpectedVersion: current };
    const revision = expected === 'no-stream' ? -1 : expected;
    if (revision === current) return this.commit(stream, events);
    const again = events.every(({ id }, index) => standing[revision + 1 + index]?.id === id);
    const last = standing[revision + events.length];
    return again && last ? last : { wrongExpectedVersion: current };
  }

  /** Writes the server's events about itself, in the same order as everyone's. */
  appendSystemEvents(count: number): void {
    for (let written = 0; written < count; written += 1) {
      const id = crypto.randomUUID();
      const properties = [['type', '$statsCollected'] as const, ['content-type', 'application/json'] as const];
      this.write(STATISTICS, [{ id, properties, data: Buffer.from('{}'), customMetadata: Buffer.from('{}') }]);
    }
  }

  /** Resolves with the next commit; rejects once the signal is aborted. */
  async grown(signal: AbortSignal): Promise<void> {
    await once(this.commits, 'commit', { signal });
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  private commit(stream: string, events: readonly ProposedEvent[]): AppendOutcome {
    const last = this.write(stream, events);
    this.appends += 1;
    if (this.appends % APPENDS_PER_SYSTEM_EVENT === 0) this.appendSystemEvents(1);
    return last;
  }

  private write(stream: string, proposed: readonly ProposedEvent[]): RecordedEvent {
    const events = proposed.map(withTime);
    if (this.file !== undefined) writeSync(this.file, lineOf(stream, events));
    const last = this.record(stream, events);
    this.commits.emit('commit');
    return last;
  }

  private record(name: string, events: readonly ProposedEvent[]): RecordedEvent {
    const stream = this.streams.get(name) ?? [];
    this.streams.set(name, stream);
    for (const event of events) {
      const recorded = { ...event, stream: name, revision: stream.length, position: this.end };
      this.end += RECORD_BYTES + BigInt(event.data.length);
      stream.push(recorded);
      this.all.push(recorded);
    }
    const last = stream.at(-1);
    if (!last) throw new RangeError('An append holds at least one event');
    return last;
  }

  /** @returns how many bytes of the file hold complete appends */
  private load(content: Buffer): number {
    const whole = content.lastIndexOf('\n') + 1;
    const lines = content.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
    for (const line of lines) {
      const { stream, events } = JSON.parse(line) as Line;
      this.record(stream, events.map(eventOf));
    }
    return whole;
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const lineOf = (stream: string, events: readonly ProposedEvent[]): string => {
  const line: Line = {
    stream,
    events: events.map(({ id, properties, data, customMetadata }) => [
      id,
      properties,
      base64(data),
      base64(customMetadata),
    ]),
  };
  return `${JSON.stringify(line)}\n`;
};

const eventOf = ([id, properties, data, custom]: Line['events'][number]): ProposedEvent => ({
  id,
  properties,
  data: Buffer.from(data, 'base64'),
  customMetadata: Buffer.from(custom, 'base64'),
});
