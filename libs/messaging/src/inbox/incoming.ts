import type { CloudEvent, Topic } from '@halyard/contracts';
import { MalformedEvent, parseEvent } from '@halyard/contracts/topics';
import { DomainError } from '@halyard/core';

/** The longest key. A longer one would not fit an index of Postgres; ids of resources are far shorter. */
const KEY_LENGTH_MAX = 255;

export interface SequencedMessage {
  readonly key: string;
  readonly sequence: number;
  /** The message in the form in which it was received, and is stored. */
  readonly message: unknown;
  /** The event, or the reason why it is malformed. */
  readonly content: CloudEvent | MalformedEvent;
}

/**
 * The statements of a foreign message about itself, for operators. Their length is bounded, and they can't be trusted.
 */
export interface Claims {
  readonly id?: string;
  readonly type?: string;
  readonly key?: string;
  readonly sequence?: number;
}

const CLAIM_LENGTH_MAX = 100;

const isKey = (key: unknown): key is string =>
  typeof key === 'string' && key.length > 0 && key.length <= KEY_LENGTH_MAX && !key.includes('\0');

const isSequence = (sequence: unknown): sequence is number => Number.isSafeInteger(sequence) && Number(sequence) > 0;

/**
 * Reads a message whose source is proven. It never throws. @returns undefined if the message has no key and sequence
 */
export function readMessage(topic: Topic, message: unknown): SequencedMessage | undefined {
  const place = placeOf(message);
  return place && { ...place, message, content: contentOf(topic, message) };
}

/** Reads what a message says about itself. It never throws. */
export function claimsOf(message: unknown): Claims {
  if (typeof message !== 'object' || message === null) return {};
  const claimed = (name: string): unknown => (Object.hasOwn(message, name) ? Reflect.get(message, name) : undefined);
  const text = (name: string): string | undefined => {
    const value = claimed(name);
    return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, CLAIM_LENGTH_MAX).toWellFormed() : undefined;
  };
  const sequence = claimed('sequence');
  const claims = { id: text('id'), type: text('type'), key: text('partitionkey') };
  return { ...claims, ...(isSequence(sequence) && { sequence }) };
}

function contentOf(topic: Topic, message: unknown): CloudEvent | MalformedEvent {
  try {
    return parseEvent(topic, message);
  } catch (error) {
    return error instanceof MalformedEvent ? error : new MalformedEvent('unreadable', { cause: error });
  }
}

export function placeOf(message: unknown): Pick<SequencedMessage, 'key' | 'sequence'> | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  if (!('partitionkey' in message) || !('sequence' in message)) return undefined;
  const { partitionkey: key, sequence } = message;
  return isKey(key) && isSequence(sequence) ? { key, sequence } : undefined;
}

/** Describes an error for operators, with bounded length and on one line. */
export function causeOf(error: unknown): string {
  const text = error instanceof Error ? `${codeOf(error)}: ${error.message}` : String(error);
  return text.replaceAll(/\s+/g, ' ').replaceAll('\0', '').slice(0, 500);
}

const codeOf = (error: Error): string => (error instanceof DomainError ? error.code : error.name);
