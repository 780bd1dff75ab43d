import type { EncodedAppend } from '../encoded-append.js';
import { decodeEvent } from '../encoded-append.js';
import type { Position, StoredEvent } from '../event-store.js';

/**
 * The most events in memory. While a subscriber handles a batch, it falls behind by fewer. Older events are read from
 * the store.
 */
const EVENTS_MAX = 10_000;
/** The most JSON in memory, in UTF-16 units. */
const TEXT_MAX = 4_000_000;

interface OwnCommit {
  readonly append: EncodedAppend;
  /** The position before its first event. */
  readonly base: Position;
  readonly commit: Commit;
}

interface Commit {
  readonly number: number;
  readonly recordedAt: Date;
}

/**
 * The newest part of the global order, as far as this process alone has written it. Its positions have no gaps, so
 * events can be read from here instead of the store. An event of another writer empties it. An event leaves once a
 * reader is beyond it, and the oldest ones leave when there are too many: short-lived events are cheap garbage. This
 * saves 7 % of the CPU of `POST /transfers` (ADR 3).
 */
export class OwnCommits {
  private kept: OwnCommit[] = [];
  /** Index of the first append that has not left. */
  private first = 0;
  private end: Position = 0n;
  private commit: Commit = { number: 0, recordedAt: new Date(0) };
  private events = 0;
  private text = 0;

  /** Begins a commit: everything that is added from now on belongs to it. */
  beginCommit(recordedAt: Date): void {
    this.commit = { number: this.commit.number + 1, recordedAt };
  }

  /** @param base the position before its first event */
  add(append: EncodedAppend, base: Position): void {
    if (base !== this.end) this.clear();
    this.kept.push({ append, base, commit: this.commit });
    this.end = base + BigInt(append.events.length);
    this.events += append.events.length;
    this.text += append.text;
    while (this.events > EVENTS_MAX || this.text > TEXT_MAX) this.drop(this.first + 1);
  }

  /**
   * Reads events as the store would; undefined if the store has to be asked. Every caller gets objects of its own. If
   * an event reaches the limit, its whole commit is given, so that nobody sees half of a chain that was decided at
   * once. Events before `from` are dropped: a reader that is further behind finds them in the store.
   */
  window(from: Position, to: Position, streamPrefixes: readonly string[], limit: number): StoredEvent[] | undefined {
    const begin = this.kept[this.first]?.base;
    if (begin === undefined || from < begin || to > this.end) return undefined;
    this.drop(this.firstBeyond(from));
    const events: StoredEvent[] = [];
    let lastCommit = Infinity;
    for (let index = this.first; index < this.kept.length; index++) {
      const { append, base, commit } = this.kept[index];
      if (base >= to || commit.number > lastCommit) break;
      if (!streamPrefixes.some((prefix) => append.stream.startsWith(prefix))) continue;
      for (const [place, event] of append.events.entries()) {
        const position = base + BigInt(place + 1);
        if (position <= from) continue;
        if (position > to) return events;
        const revision = append.expected + place + 1;
        events.push(decodeEvent(event, { stream: append.stream, revision, position, recordedAt: commit.recordedAt }));
        if (events.length === limit) lastCommit = commit.number;
      }
    }
    return events;
  }

  clear(): void {
    this.kept = [];
    this.first = 0;
    this.events = 0;
    this.text = 0;
  }

  private drop(end: number): void {
    for (; this.first < end; this.first += 1) {
      const { append } = this.kept[this.first];
      this.events -= append.events.length;
      this.text -= append.text;
    }
    if (this.first * 2 < this.kept.length) return;
    this.kept = this.kept.slice(this.first);
    this.first = 0;
  }

  private firstBeyond(position: Position): number {
    let [low, high] = [this.first, this.kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { append, base } = this.kept[middle];
      if (base + BigInt(append.events.length) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
