import {
  REPUBLISH_REQUESTS,
  type RepublishRequest,
  republishRequest,
  type ServiceName,
  serviceNames,
  type Topic,
} from '@halyard/contracts';
import type { Identities } from '@halyard/persistence';
import type { KafkaMessage, Message } from 'kafkajs';
import type { Wanted } from '../message-bus.js';
import { decodeMessage } from './event-encoding.js';
import { signAll, strangenessOf } from './message-signature.js';

/** What groups ask of a topic. */
export interface Requested {
  /** Those that want all of it. */
  readonly groups: ReadonlySet<string>;
  /** By key: from where on, and who wants it. */
  readonly keys: ReadonlyMap<string, { readonly from: number; readonly groups: ReadonlySet<string> }>;
}

/** @param wanted nothing: the whole history */
export function requestsFor(
  identities: Identities,
  group: string,
  topic: Topic,
  wanted: readonly Wanted[] | undefined,
): Promise<Message[]> {
  const requests: RepublishRequest[] = wanted?.map((one) => ({ group, topic, ...one })) ?? [{ group, topic }];
  const messages = requests.map((request) => ({ key: topic, value: JSON.stringify(request) }));
  return signAll(identities, REPUBLISH_REQUESTS, messages);
}

/** What is asked of a topic, each once; what is no request of a service for itself is passed over. */
export async function requestedOf(
  identities: Identities,
  topic: Topic,
  messages: readonly KafkaMessage[],
): Promise<Requested> {
  const groups = new Set<string>();
  const keys = new Map<string, { from: number; readonly groups: Set<string> }>();
  for (const { group, key, from = 1 } of await Promise.all(messages.map((one) => requestOf(identities, topic, one)))) {
    if (group === undefined) continue;
    if (key === undefined) groups.add(group);
    else {
      const known = keys.get(key) ?? { from, groups: new Set() };
      keys.set(key, { from: Math.min(from, known.from), groups: known.groups.add(group) });
    }
  }
  return { groups, keys };
}

async function requestOf(
  identities: Identities,
  topic: Topic,
  message: KafkaMessage,
): Promise<Partial<RepublishRequest>> {
  const { data } = republishRequest.safeParse(decodeMessage(message));
  const service = data?.topic === topic ? serviceOfGroup(data.group) : undefined;
  if (!data || !service) return {};
  return (await strangenessOf(identities, service, REPUBLISH_REQUESTS, message)) === undefined ? data : {};
}

const serviceOfGroup = (group: string): ServiceName | undefined =>
  serviceNames.find((service) => group.startsWith(`${service}.`));
