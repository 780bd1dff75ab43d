import type { EventStore } from '@halyard/event-store';
import { type BalanceEvent, balanceEventOf, later, postedBy } from '../balance/balance.model.js';
import { paymentOfTransit } from '../payment/chart-of-accounts.js';
import { firstRevision } from '../stream-search.js';

/** In cents. */
export interface PostedTotal {
  readonly number: number;
  readonly total: bigint;
}

export interface PostedLine extends PostedTotal {
  readonly at: string;
  readonly minor: bigint;
  readonly transferId: string;
}

/** `closing` is `opening` plus all lines. */
export interface PostedLines {
  readonly opening: PostedTotal;
  readonly lines: readonly PostedLine[];
  readonly closing: PostedTotal;
}

export interface TooManyLines {
  readonly count: number;
}

/** ISO 8601, UTC. Includes `from`, excludes `to`. */
interface Period {
  readonly from: string;
  readonly to: string;
}

interface Place extends PostedTotal {
  /** Revision of the first event at or after the moment. */
  readonly revision: number;
}

const BEGINNING: Place = { revision: 0, number: 0, total: 0n };

/**
 * Reads a period of a balance from its stream, which is in order of time. It searches for the ends of the period, so
 * that the cost depends on the period alone. Events of earlier versions have no numbers and may be out of order: a
 * stream that begins with them is read from its beginning.
 */
export async function postedLines(
  store: EventStore,
  stream: string,
  { from, to }: Period,
  linesMax: number,
): Promise<PostedLines | TooManyLines> {
  const search = new StreamSearch(store, stream);
  let start = BEGINNING;
  if (await search.isNumbered()) {
    start = await search.placeOf(from);
    const count = (await search.placeOf(to)).number - start.number;
    if (count > linesMax) return { count };
  }
  let opening: PostedTotal = start;
  const lines: PostedLine[] = [];
  let count = 0;
  for await (const line of linesFrom(store, stream, start)) {
    if (line.at >= to) break;
    if (line.at < from) {
      opening = line;
      continue;
    }
    count += 1;
    if (count <= linesMax) lines.push(line);
  }
  if (count > linesMax) return { count };
  const { number, total } = lines.at(-1) ?? opening;
  return { opening: { number: opening.number, total: opening.total }, lines, closing: { number, total } };
}

async function* linesFrom(store: EventStore, stream: string, start: Place): AsyncIterable<PostedLine> {
  let { number, total } = start;
  let at = '';
  for await (const stored of store.read(stream, { from: start.revision })) {
    const event = balanceEventOf(stored);
    at = later(event.data.at, at);
    const minor = postedBy(event);
    if (minor === undefined) continue;
    number += 1;
    total += minor;
    const { posting, contra } = event.data;
    yield { number, total, at, minor, transferId: posting?.legId ?? paymentOfTransit(contra) };
  }
}

/** Finds places in the stream of a balance without reading all of it. */
class StreamSearch {
  constructor(
    private readonly store: EventStore,
    private readonly stream: string,
  ) {}

  /** Whether each change of the posted amount has its number. */
  async isNumbered(): Promise<boolean> {
    for await (const stored of this.store.read(this.stream)) {
      const event = balanceEventOf(stored);
      if (postedBy(event) !== undefined) return event.data.posting !== undefined;
    }
    return false;
  }

  async placeOf(moment: string): Promise<Place> {
    const revision = await firstRevision(this.store, this.stream, (stored) => balanceEventOf(stored).data.at >= moment);
    return { revision, ...(await this.standingBefore(revision)) };
  }

  private async standingBefore(revision: number): Promise<PostedTotal> {
    if (revision === 0) return BEGINNING;
    for await (const stored of this.store.read(this.stream, { from: revision - 1, direction: 'backwards' })) {
      const standing = standingAfter(balanceEventOf(stored));
      if (standing) return standing;
    }
    return BEGINNING;
  }
}

const standingAfter = ({ data: { posting } }: BalanceEvent): PostedTotal | undefined =>
  posting && { number: posting.number, total: BigInt(posting.total.minor) };
