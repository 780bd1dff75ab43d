import { isId } from '@halyard/core';
import type { Append, EventMetadata, NewEvent, StoredEvent } from './event-store.js';

/** The revision before a stream's first event, as a number. */
export const NO_REVISION = -1;

export interface EncodedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string | null;
}

/**
 * An append in the form in which it is stored. Its JSON is made on submission, so later changes to the objects have no
 * effect.
 */
export interface EncodedAppend {
  readonly stream: string;
  /** The expected revision; `NO_REVISION` if the stream must not exist. */
  readonly expected: number;
  readonly events: readonly EncodedEvent[];
  /** Length of all its JSON, in UTF-16 units. */
  readonly text: number;
}

/**
 * @throws RangeError if no store could ever make the append: no events, a negative revision, or an id that is not a
 * UUID
 */
export function encodeAppend({ stream, expected, events }: Append): EncodedAppend {
  if (events.length === 0) throw new RangeError('An append holds at least one event');
  if (expected !== 'no-stream' && !(Number.isSafeInteger(expected) && expected >= 0)) {
    throw new RangeError('An expected revision is a whole number from 0, or no-stream');
  }
  const encoded = events.map(encodeEvent);
  let text = 0;
  for (const { data, metadata } of encoded) text += data.length + (metadata?.length ?? 0);
  return { stream, expected: expected === 'no-stream' ? NO_REVISION : expected, events: encoded, text };
}

function encodeEvent({ id, type, data, metadata }: NewEvent): EncodedEvent {
  if (!isId(id)) throw new RangeError('An event id is a UUID');
  return {
    id: id.toLowerCase(),
    type,
    data: JSON.stringify(data ?? null),
    metadata: metadata ? encodeMetadata(metadata) : null,
  };
}

/**
 * The metadata encoded last. The events of a chain follow each other and share one metadata object, which nobody
 * changes.
 */
let newest: { readonly metadata: EventMetadata; readonly text: string } = { metadata: {}, text: '{}' };

function encodeMetadata(metadata: EventMetadata): string {
  if (metadata !== newest.metadata) newest = { metadata, text: JSON.stringify(metadata) };
  return newest.text;
}

const NO_METADATA: EventMetadata = Object.freeze({});
let decoded: { readonly text: string | null; readonly metadata: EventMetadata } = { text: null, metadata: NO_METADATA };

/** Reads metadata. Equal text gives the same frozen object, because the events of a chain share their metadata. */
export function decodeMetadata(text: string | null): EventMetadata {
  if (text === null) return NO_METADATA;
  if (text !== decoded.text) decoded = { text, metadata: Object.freeze(JSON.parse(text) as EventMetadata) };
  return decoded.metadata;
}

/** Reads a stored event. Its data is parsed anew for each reader; its metadata is shared and frozen. */
export function decodeEvent(
  { id, type, data, metadata }: EncodedEvent,
  place: Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'recordedAt'>,
): StoredEvent {
  const { stream, revision, position, recordedAt } = place;
  const parsed: unknown = JSON.parse(data);
  return { id, stream, revision, position, recordedAt, type, data: parsed, metadata: decodeMetadata(metadata) };
}
