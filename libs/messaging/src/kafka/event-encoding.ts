import type { CloudEvent } from '@halyard/contracts';
import type { IHeaders, KafkaMessage, Message } from 'kafkajs';

/** The groups for which a message was published again, separated by commas: others had it before. */
const FOR_HEADER = 'halyard-republished-for';

const CONTENT_TYPE = 'application/cloudevents+json; charset=UTF-8';

/** CloudEvents 1.0 Kafka protocol binding, structured mode: the value is the whole event. See ADR 0012. */
export function encodeEvent(event: CloudEvent, groups?: ReadonlySet<string>): Message {
  const headers: IHeaders = { 'content-type': CONTENT_TYPE };
  if (groups) headers[FOR_HEADER] = [...groups].join(',');
  return { key: event.partitionkey, value: JSON.stringify(event), headers };
}

/** For `undefined`: whether it is for all. */
export function isFor(group: string | undefined, { headers }: Pick<KafkaMessage, 'headers'>): boolean {
  const groups = headers?.[FOR_HEADER]?.toString();
  return groups === undefined || (group !== undefined && groups.split(',').includes(group));
}

/** The JSON value of a message; its text if it is not JSON, null if it is empty. Never throws. */
export function decodeMessage({ value }: Pick<KafkaMessage, 'value'>): unknown {
  if (value === null) return null;
  const text = value.toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
