import { type ServiceName, serviceNames, type Topic } from '@halyard/contracts';
import { REPUBLISH_REQUESTS, type RepublishRequest, republishRequest } from '@halyard/contracts/topics';
import type { Identities } from '@halyard/persistence';
import type { KafkaMessage, Message } from 'kafkajs';
import type { KeyTail } from '../message-bus.js';
import { decodeMessage } from './event-encoding.js';
import { signAll, strangenessOf } from './message-signature.js';

/** The group in which a service reads the requests. */
export const republisherOf = (service: ServiceName): string => `${service}.republisher`;

export interface RequestedEvents {
  /** The groups that want the whole topic. */
  readonly groups: ReadonlySet<string>;
  /** For each key: from which sequence on it is wanted, and by which groups. */
  readonly keys: ReadonlyMap<string, { readonly from: number; readonly groups: ReadonlySet<string> }>;
}

/** @param wanted the keys; undefined for the whole history */
export function requestsFor(
  identities: Identities,
  group: string,
  topic: Topic,
  wanted: readonly KeyTail[] | undefined,
): Promise<Message[]> {
  const requests: RepublishRequest[] = wanted?.map((one) => ({ group, topic, ...one })) ?? [{ group, topic }];
  const messages = requests.map((request) => ({ key: topic, value: JSON.stringify(request) }));
  return signAll(identities, REPUBLISH_REQUESTS, messages);
}

/** Reads the requests about a topic, without duplicates. A request that its service has not sent itself is ignored. */
export async function requestedOf(
  identities: Identities,
  topic: Topic,
  messages: readonly KafkaMessage[],
): Promise<RequestedEvents> {
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
