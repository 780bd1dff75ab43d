import type { Topic } from '@halyard/contracts';
import type { KafkaMessage, Message } from 'kafkajs';
import { decodeMessage } from './event-encoding.js';

/** Topic of JSON objects { group, topic }: that group is to hear that topic's whole history again. */
export const REPUBLISH_REQUESTS = 'republish.requests.v1';

export const republishRequest = (group: string, topic: Topic): Message => ({
  key: topic,
  value: JSON.stringify({ group, topic }),
});

/** The groups that ask for a topic, each once; what is no request is passed over. */
export function requestedGroups(messages: readonly KafkaMessage[], topic: Topic): Set<string> {
  const groups = new Set<string>();
  for (const request of messages.map(decodeMessage)) {
    if (typeof request !== 'object' || request === null || !('group' in request) || !('topic' in request)) continue;
    if (request.topic === topic && typeof request.group === 'string') groups.add(request.group);
  }
  return groups;
}
