import { createHash } from 'node:crypto';
import { type CloudEvent, MalformedEvent, parseEvent, type Topic } from '@halyard/contracts';
import { DomainError } from '@halyard/core';

/** Longer ones would not fit an index of Postgres; resources are named by far shorter ones. */
const KEY_LENGTH_MAX = 255;

/** A message with its place in the order of its key. */
export interface Placed {
  readonly key: string;
  readonly sequence: number;
  /** JSON text, as it is kept while it waits. */
  readonly text: string;
  /** What it says, or why it cannot be understood. */
  readonly content: CloudEvent | MalformedEvent;
}

/** A message whose place cannot be read: it stands in nobody's way. */
export interface Stray {
  /** Made from the content, so that the same message again is the same stray. */
  readonly key: string;
  readonly text: string;
  readonly content: MalformedEvent;
}

export type Incoming = Placed | Stray;

const STRAY_PREFIX = 'malformed:';

export const isStray = ({ key }: { readonly key: string }): boolean => key.startsWith(STRAY_PREFIX);

export const isPlaced = (incoming: Incoming): incoming is Placed => 'sequence' in incoming;

const isKey = (key: unknown): key is string =>
  typeof key === 'string' &&
  key.length > 0 &&
  key.length <= KEY_LENGTH_MAX &&
  !key.includes('\0') &&
  !key.startsWith(STRAY_PREFIX);

const isSequence = (sequence: unknown): sequence is number => Number.isSafeInteger(sequence) && Number(sequence) > 0;

/** Reads a message as far as it can be read; never throws. */
export function readMessage(topic: Topic, message: unknown): Incoming {
  const text = JSON.stringify(message) ?? 'null';
  const content = contentOf(topic, message);
  const place = placeOf(message);
  if (place) return { ...place, text, content };
  const key = STRAY_PREFIX + createHash('sha256').update(text).digest('hex');
  return { key, text, content: content instanceof MalformedEvent ? content : new MalformedEvent('/partitionkey') };
}

function contentOf(topic: Topic, message: unknown): CloudEvent | MalformedEvent {
  try {
    return parseEvent(topic, message);
  } catch (error) {
    return error instanceof MalformedEvent ? error : new MalformedEvent('unreadable', { cause: error });
  }
}

function placeOf(message: unknown): Pick<Placed, 'key' | 'sequence'> | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  if (!('partitionkey' in message) || !('sequence' in message)) return undefined;
  const { partitionkey: key, sequence } = message;
  return isKey(key) && isSequence(sequence) ? { key, sequence } : undefined;
}

/** The cause as operators see it: bounded, on one line. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? `${codeOf(error)}: ${error.message}` : String(error);
  return text.replaceAll(/\s+/g, ' ').replaceAll('\0', '').slice(0, 500);
}

const codeOf = (error: Error): string => (error instanceof DomainError ? error.code : error.name);
