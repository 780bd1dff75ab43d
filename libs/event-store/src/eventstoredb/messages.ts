import { idOfHex } from '@halyard/core';
import type { EncodedAppend } from '../encoded-append.js';
import { decodeMetadata, NO_REVISION } from '../encoded-append.js';
import type { Position, StoredEvent } from '../event-store.js';
import { UnreadableEvent } from '../event-store.js';
import type { Namespace } from '../namespace.js';
import type { AppendRequest, ReadRequest, RecordedEvent, Uuid } from './protocol.js';

/** A pattern that leaves out EventStoreDB's own streams. */
const NO_SYSTEM_STREAM = '^[^$]';
/** The server sends a checkpoint after this many events that the filter has left out. */
const CHECKPOINT_EVENTS = 500;

/** The value that the server sends for a position that it does not know. */
const UNKNOWN_POSITION = 2n ** 64n - 1n;

const FORWARDS = 0;
const BACKWARDS = 1;

const uuids = { string: {} };
const withoutSystemStreams = {
  streams: { regex: NO_SYSTEM_STREAM },
  searchWindow: CHECKPOINT_EVENTS,
  checkpointInterval: 1,
};

/**
 * @param from a revision. Without it, the read begins at the start of the stream, or at the end if it goes backwards
 */
export function readStreamRequest(
  streamName: string,
  direction: 'forwards' | 'backwards',
  from: number | undefined,
  count: number,
): ReadRequest {
  const isForwards = direction === 'forwards';
  const begin = isForwards ? { start: {} } : { end: {} };
  return {
    options: {
      stream: { identifier: { streamName }, ...(from === undefined ? begin : { revision: from }) },
      direction: isForwards ? FORWARDS : BACKWARDS,
      count,
      noFilter: {},
      uuids,
    },
  };
}

/** Asks for the newest event of the global order outside system streams. */
export const readHeadRequest = (): ReadRequest => ({
  options: { all: { end: {} }, direction: BACKWARDS, count: 1, filter: withoutSystemStreams, uuids },
});

/** Asks for the events after this position and then for live ones, both without system streams. */
export function subscribeRequest(after: Position): ReadRequest {
  // An append's commit and prepare positions are the same. They differ only in transactions of several requests.
  const position = { commit: String(after), prepare: String(after) };
  return {
    options: {
      all: after === 0n ? { start: {} } : { position },
      direction: FORWARDS,
      subscription: {},
      filter: withoutSystemStreams,
      uuids,
    },
  };
}

/** Makes one append as one request. It has no deadline, because that would compare the clocks of two machines. */
export const appendRequest = (append: EncodedAppend, correlation: string): AppendRequest => ({
  correlation: { string: correlation },
  options: {
    identifier: { streamName: append.stream },
    ...(append.expected === NO_REVISION ? { noStream: {} } : { revision: append.expected }),
  },
  events: append.events.map(({ id, type, data, metadata }) => ({
    id: { string: id },
    properties: { type, 'content-type': 'application/json' },
    ...(metadata !== null && { customMetadata: metadata }),
    data,
  })),
  isFinal: true,
});

/** Reads an id, which servers send in one of two forms. */
export function uuidText(uuid: Uuid | null | undefined): string {
  const structured = uuid?.structured;
  if (!structured) return uuid?.string ?? '';
  const hex = [structured.most, structured.least].map((bits) => unsigned(bits).toString(16).padStart(16, '0')).join('');
  return idOfHex(hex);
}

interface Bits {
  readonly high: number;
  readonly low: number;
}

const unsigned = ({ high, low }: Bits): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
const unsignedNumber = ({ high, low }: Bits): number => (high >>> 0) * 2 ** 32 + (low >>> 0);

/** The last 48 bits of an id, read without making its text. */
export function uuidEnd(uuid: Uuid | null | undefined): number {
  const { least } = uuid?.structured ?? {};
  return least
    ? unsignedNumber({ high: least.high & 0xffff, low: least.low })
    : parseInt(uuidText(uuid).slice(-12), 16);
}

export const streamOf = ({ stream }: RecordedEvent): string => stream?.streamName ?? '';

/**
 * Reads a revision. Beyond 2^53 the number is inexact; it is then of the last event of a stream that was deleted for
 * good.
 */
export const revisionOf = unsignedNumber;

/** @returns undefined if the server does not know the position */
export function knownPosition(bits: Bits): Position | undefined {
  const position = unsigned(bits);
  return position === UNKNOWN_POSITION ? undefined : position;
}

export function positionOf(event: RecordedEvent): Position {
  const position = knownPosition(event.position);
  if (position === undefined) throw new Error('The event store is older than EventStoreDB 22.6: it tells no positions');
  return position;
}

/** The ticks in which servers count time since 1970, of 100 ns each. */
const TICKS_PER_MS = 10_000;

export const recordedAtOf = ({ properties }: RecordedEvent): Date =>
  new Date(Number(properties['created']) / TICKS_PER_MS);

export function toStoredEvent(event: RecordedEvent, namespace: Namespace): StoredEvent {
  const { properties, customMetadata, data } = event;
  const head = {
    id: uuidText(event.id),
    stream: namespace.own(streamOf(event)),
    revision: revisionOf(event.revision),
    position: positionOf(event),
    recordedAt: recordedAtOf(event),
    type: properties['type'] ?? '',
  };
  try {
    const body: unknown = JSON.parse(data);
    return {
      ...head,
      data: body,
      metadata: decodeMetadata(customMetadata === '' ? null : customMetadata),
    };
  } catch {
    return unreadable(head);
  }
}

/** Makes the event whose body can't be read. The parser's error is left out, because it repeats some of the body. */
function unreadable(head: Omit<StoredEvent, 'data' | 'metadata'>): StoredEvent {
  const fail = (): never => {
    throw new UnreadableEvent('the body of the event is not JSON');
  };
  return {
    ...head,
    get data() {
      return fail();
    },
    get metadata() {
      return fail();
    },
  };
}
