import { Readable } from 'node:stream';
import type { NumberGap } from '@halyard/lists';

/** An item of a stream, with its position in the account. */
export interface PositionedItem<Item> {
  readonly position: string;
  readonly item: Item;
}

export interface EventStreamOptions<Item> {
  /** The `event` field of the stream's items. Default: `message`. */
  readonly name?: string;
  /** Position of the last event that the client has. */
  readonly after: bigint;
  readonly newest: bigint;
  /** Gaps in the positions, which are not read. */
  readonly gaps?: readonly NumberGap[];
  /** The id that stands for the place before the very first event. Default: `BEGINNING`. */
  readonly beginning?: string;
  readonly pageSize: number;
  readonly heartbeatMs: number;
  /** Reads the events between two positions, both included, that the client wants. */
  readonly read: (from: bigint, to: bigint) => Promise<readonly PositionedItem<Item>[]>;
  readonly textOf: (item: Item) => string;
  /** Called with the error that ends the stream early. */
  readonly onFailure: (error: unknown) => void;
}

/** The id that stands for the place before the very first event. */
export const BEGINNING = '0';

/**
 * The first message. Its id says where the stream begins: a client that reconnects before its first event misses none.
 */
const opening = (after: bigint, beginning = BEGINNING): string =>
  `retry: 1000\nevent: begin\ndata: {}\nid: ${after === 0n ? beginning : after}\n\n`;
const HEARTBEAT = ': \n\n';
/** A message that says how far the stream has come while no event matched. A client that reconnects begins there. */
const passed = (position: bigint): string => `event: position\ndata: {}\nid: ${position}\n\n`;

/**
 * Sends items as Server-Sent Events, with positions as ids (HTML, 9.2). It reads a page only when the client has room
 * for more, so a slow client costs memory for one page.
 */
export class EventStream<Item> extends Readable {
  private after: bigint;
  /** The last position that was sent to the client. */
  private told: bigint;
  private newest: bigint;
  private hasRoom = false;
  private isFeeding = false;
  private isOver = false;
  private readonly heart: NodeJS.Timeout;

  constructor(private readonly options: EventStreamOptions<Item>) {
    super();
    this.after = options.after;
    this.told = options.after;
    this.newest = options.newest;
    this.heart = setInterval(() => this.beat(), options.heartbeatMs).unref();
    this.push(opening(options.after, options.beginning));
  }

  /** Tells the stream that events exist up to this position. */
  advance(newest: bigint): void {
    if (newest > this.newest) this.newest = newest;
    void this.feed();
  }

  /** Ends the stream; its client reconnects. */
  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.heart);
    this.push(null);
  }

  override _read(): void {
    this.hasRoom = true;
    void this.feed();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.isOver = true;
    clearInterval(this.heart);
    done(error);
  }

  private async feed(): Promise<void> {
    if (this.isFeeding) return;
    this.isFeeding = true;
    try {
      while (this.hasRoom && this.after < this.newest && !this.isOver) await this.page();
    } catch (error) {
      this.options.onFailure(error);
      this.end();
    } finally {
      this.isFeeding = false;
    }
  }

  private async page(): Promise<void> {
    const { name, read, textOf } = this.options;
    const named = name === undefined ? '' : `event: ${name}\n`;
    const [from, to] = this.nextRange();
    const events = await read(from, to);
    this.after = to;
    for (const { position, item } of events) {
      if (this.isOver) return;
      this.told = BigInt(position);
      this.hasRoom = this.push(`id: ${position}\n${named}data: ${textOf(item)}\n\n`);
    }
  }

  /** The first and the last position of the next page. They have no gap between them. */
  private nextRange(): readonly [from: bigint, to: bigint] {
    const { gaps = [], pageSize } = this.options;
    const gap = gaps.find(({ first }) => this.after < BigInt(first) - 1n);
    const isInGap = gap !== undefined && this.after >= BigInt(gap.last);
    const from = isInGap ? BigInt(gap.first) : this.after + 1n;
    const ends = [from + BigInt(pageSize) - 1n, this.newest, ...(gap && !isInGap ? [BigInt(gap.last)] : [])];
    return [from, ends.reduce((least, end) => (end < least ? end : least))];
  }

  /** Sends a heartbeat, even during a read, because a filter may let no event through for long. */
  private beat(): void {
    if (!this.hasRoom || this.isOver) return;
    this.hasRoom = this.push(this.after > this.told ? passed(this.after) : HEARTBEAT);
    this.told = this.after;
  }
}
