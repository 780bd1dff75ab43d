import type { CloudEvent } from '@halyard/contracts';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';

/**
 * The header of a message that is published again. It names the groups that want it, separated by commas; others ignore
 * it.
 */
const FOR_HEADER = 'halyard-republished-for';

const CONTENT_TYPE = 'application/cloudevents+json; charset=UTF-8';

/**
 * Encodes an event by the Kafka protocol binding of CloudEvents 1.0, in structured mode: the value is the whole event
 * (ADR 0012).
 */
export function encodeEvent(event: CloudEvent, groups?: ReadonlySet<string>): Message {
  const headers: IHeaders = { 'content-type': CONTENT_TYPE };
  if (groups) headers[FOR_HEADER] = [...groups].join(',');
  return { key: event.partitionkey, value: JSON.stringify(event), headers };
}

/** Whether a message is for this group. `undefined` stands for readers without a group: they take what is for all. */
export function isFor(group: string | undefined, { headers }: Pick<KafkaMessage, 'headers'>): boolean {
  const groups = headers?.[FOR_HEADER]?.toString();
  return groups === undefined || (group !== undefined && groups.split(',').includes(group));
}

/** Reads the value of a message: JSON if it is JSON, null if it is empty, else its text. It never throws. */
export function decodeMessage({ value }: Pick<KafkaMessage, 'value'>): unknown {
  if (value === null) return null;
  const text = value.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
