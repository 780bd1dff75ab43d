import { EventEmitter } from 'node:events';
import type { ProposedEvent, RecordedEvent } from './events.js';
import { GroupCommit } from './group-commit.js';
import { LogFile } from './log-file.js';
import type { Foreign } from './other-writers.js';
import { foreignEvent, statistics } from './other-writers.js';

export type ExpectedVersion = number | 'no-stream' | 'stream-exists' | 'any';

/** The place of the append; or, if it expected another revision, the stream's current one (-1 for no events). */
export type AppendOutcome =
  | { readonly revision: bigint; readonly position: bigint }
  | { readonly wrongExpectedVersion: number }
  | 'stream-deleted';

/** The part of a stream's metadata that the double obeys. */
export interface StreamMetadata {
  /** The first revision that readers see. */
  readonly $tb?: number;
  readonly $acl?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The ticks in which the server counts time since 1970, of 100 ns each. */
const TICKS_PER_MS = 10_000n;

/** Adds the properties that the server adds to an event. */
const withTime = ({ properties, ...event }: ProposedEvent): ProposedEvent => ({
  ...event,
  properties: [...properties, ['created', `${BigInt(Date.now()) * TICKS_PER_MS}`]],
});

/** How many bytes a record has besides its data. Positions are offsets in a log file. */
const RECORD_BYTES = 64n;
/** After this many appends, the server writes an event of its own, and another user writes one too. */
const APPENDS_PER_SYSTEM_EVENT = 25;
const APPENDS_PER_FOREIGN_EVENT = 40;
/** The revision at which a server truncates a stream that is deleted, but not for good. */
const DELETED = Number.MAX_SAFE_INTEGER;
const TOMBSTONE = '$streamDeleted';
const TOMBSTONE_REVISION = 2n ** 63n - 1n;

/**
 * The events of all streams in the order of commits. They are in memory and, if a path is given, in an append-only
 * file.
 */
export class EventLog {
  readonly all: RecordedEvent[] = [];
  /** The disk. Answers to appends wait for it. */
  readonly disk = new GroupCommit();
  private readonly streams = new Map<string, RecordedEvent[]>();
  private readonly tombstones = new Set<string>();
  private readonly commits = new EventEmitter<{ commit: [RecordedEvent] }>().setMaxListeners(0);
  private readonly file: LogFile | undefined;
  private appends = 0;
  private end = RECORD_BYTES;

  /** @param path path of the file, which is read first if it exists */
  constructor(path?: string) {
    if (path) this.file = new LogFile(path, (stream, events) => this.record(stream, events));
    if (this.all.length === 0) this.appendSystemEvents(2);
  }

  /** The events of a stream that readers see: none if it is deleted, and only the last ones if it is truncated. */
  stream(name: string): readonly RecordedEvent[] {
    const standing = this.standing(name);
    const from = this.metadata(name).$tb ?? 0;
    return from === 0 ? standing : standing.slice(from);
  }

  isTombstoned(name: string): boolean {
    return this.tombstones.has(name);
  }

  metadata(name: string): StreamMetadata {
    const newest = this.standing(`$$${name}`).at(-1);
    return newest ? (JSON.parse(Buffer.from(newest.data).toString('utf8')) as StreamMetadata) : {};
  }

  /** The last revision of a stream; -1 if it has no events. */
  revision(name: string): number {
    return this.standing(name).length - 1;
  }

  /**
   * Decides as EventStoreDB does. If exactly these events already follow the expected revision, it is the same append
   * again. If only the first of them do, it is another append. A deleted stream begins anew, with the revisions after
   * its former events.
   */
  append(stream: string, expected: ExpectedVersion, events: readonly ProposedEvent[]): AppendOutcome {
    if (this.isTombstoned(stream)) return 'stream-deleted';
    const standing = this.standing(stream);
    const current = standing.length - 1;
    if (expected === 'any') return this.commit(stream, events);
    if (expected === 'stream-exists') {
      if (this.isDeleted(stream)) return 'stream-deleted';
      return current >= 0 ? this.commit(stream, events) : { wrongExpectedVersion: current };
    }
    const revision = expected === 'no-stream' ? -1 : expected;
    if (revision === current) return this.commit(stream, events);
    const again = events.every(({ id }, index) => standing[revision + 1 + index]?.id === id);
    const last = standing[revision + events.length];
    if (again && last) return last;
    const isAnother = standing[revision + 1]?.id !== events[0]?.id;
    if (expected === 'no-stream' && isAnother && this.isDeleted(stream)) return this.commit(stream, events);
    return { wrongExpectedVersion: current };
  }

  /** Hides all events of a stream until somebody begins it anew. */
  delete(stream: string): RecordedEvent {
    return this.setMetadata(stream, { ...this.metadata(stream), $tb: DELETED });
  }

  /** Ends a stream for good. */
  tombstone(stream: string): RecordedEvent {
    const properties = [['type', TOMBSTONE] as const, ['content-type', 'application/json'] as const];
    const nothing = Buffer.alloc(0);
    return this.write(stream, [{ id: crypto.randomUUID(), properties, data: nothing, customMetadata: nothing }]);
  }

  /** Writes events of the server about itself. They are in the same order as everyone's events. */
  appendSystemEvents(count: number): void {
    for (let written = 0; written < count; written += 1) this.writeForeign(statistics());
  }

  /** @returns a function that removes the listener */
  onCommit(hear: (event: RecordedEvent) => void): () => void {
    this.commits.on('commit', hear);
    return () => this.commits.off('commit', hear);
  }

  close(): void {
    this.file?.close();
  }

  private standing(name: string): readonly RecordedEvent[] {
    return this.streams.get(name) ?? [];
  }

  private isDeleted(stream: string): boolean {
    return this.metadata(stream).$tb === DELETED;
  }

  private commit(stream: string, events: readonly ProposedEvent[]): AppendOutcome {
    const begins = this.isDeleted(stream) ? this.revision(stream) + 1 : undefined;
    const last = this.write(stream, events);
    if (begins !== undefined) this.setMetadata(stream, { ...this.metadata(stream), $tb: begins });
    this.appends += 1;
    if (this.appends % APPENDS_PER_SYSTEM_EVENT === 0) this.appendSystemEvents(1);
    if (this.appends % APPENDS_PER_FOREIGN_EVENT === 0) this.writeForeign(foreignEvent(this.appends));
    return last;
  }

  private setMetadata(stream: string, metadata: StreamMetadata): RecordedEvent {
    const properties = [['type', '$metadata'] as const, ['content-type', 'application/json'] as const];
    const data = Buffer.from(JSON.stringify(metadata));
    return this.write(`$$${stream}`, [{ id: crypto.randomUUID(), properties, data, customMetadata: Buffer.alloc(0) }]);
  }

  private writeForeign({ stream, event }: Foreign): void {
    this.write(stream, [event]);
  }

  private write(stream: string, proposed: readonly ProposedEvent[]): RecordedEvent {
    const events = proposed.map(withTime);
    this.file?.append(stream, events);
    const recorded = this.record(stream, events);
    for (const event of recorded) this.commits.emit('commit', event);
    const last = recorded.at(-1);
    if (!last) throw new RangeError('An append holds at least one event');
    return last;
  }

  private record(name: string, events: readonly ProposedEvent[]): RecordedEvent[] {
    const stream = this.streams.get(name) ?? [];
    this.streams.set(name, stream);
    return events.map((event) => {
      const isTombstone = event.properties.some(([key, value]) => key === 'type' && value === TOMBSTONE);
      const revision = isTombstone ? TOMBSTONE_REVISION : BigInt(stream.length);
      const recorded = { ...event, stream: name, revision, position: this.end };
      this.end += RECORD_BYTES + BigInt(event.data.length);
      if (isTombstone) this.tombstones.add(name);
      else stream.push(recorded);
      this.all.push(recorded);
      return recorded;
    });
  }
}
