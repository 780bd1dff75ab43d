import { serviceNames, type ServiceName, topicOf } from '@halyard/contracts';
import { ServerUnusable } from '@halyard/core';
import {
  type BrokersSeen,
  isRefusedLogin,
  laterEpochIn,
  lookAtBrokers,
  settingsOfEpoch,
} from '@halyard/messaging/brokers';
import type { KafkaSettings } from '@halyard/messaging';
import { createLogger } from '@halyard/observability';
import { epochOf } from '@halyard/recovery';
import { kafkaSettings, requireServers } from '@halyard/service';
import type { Databases } from '../database/databases.js';
import { hasPublished, hasTable } from '../database/server.query.js';
import { type Finding, findingOf } from '../finding.js';
import type { ExaminedInstallation } from '../installation.js';

/** The services that publish events, with their topics. */
const published = serviceNames.flatMap((service) => {
  const topic = topicOf(service);
  return topic === undefined ? [] : [{ service, topic }];
});

/** @returns undefined if the settings name no brokers */
export async function lookAtBroker(
  { config, databases }: ExaminedInstallation,
  skip: (because: string) => void,
): Promise<readonly Finding[] | undefined> {
  const settings = kafkaSettings(config.adapters);
  if (!settings) return undefined;
  const epoch = await epochIn(databases);
  const ofEpoch = settingsOfEpoch(settings, epoch ?? 0);
  const topics = published.map(({ topic }) => topic);
  let seen: BrokersSeen;
  try {
    await requireServers({ kafkaBrokers: settings.brokers }, 0);
    seen = await lookAtBrokers(ofEpoch, topics, createLogger({ service: 'doctor', level: 'silent' }));
  } catch (error) {
    return [brokerFault(error, settings)];
  }
  if (epoch === undefined) {
    skip('the database of auth says which topics are those of this installation');
    return [];
  }
  const later = laterEpochIn(settings, seen.topics, epoch);
  return [
    ...(later ? [findingOf('topics-of-later-epoch', { sentence: later.message })] : []),
    ...topicFaults(ofEpoch, seen, await publishing(databases)),
  ];
}

/** @returns undefined if nobody can tell */
async function epochIn({ sessions }: Databases): Promise<number | undefined> {
  const auth = sessions.get('auth');
  if (!auth) return undefined;
  return (await hasTable(auth, 'restores')) ? epochOf(auth) : 0;
}

function brokerFault(error: unknown, settings: KafkaSettings): Finding {
  const brokers = settings.brokers.join(', ');
  if (isRefusedLogin(error)) return findingOf('broker-refuses-login', { brokers });
  const sentence =
    error instanceof ServerUnusable
      ? error.message
      : `The brokers at ${brokers} listen, and do not answer as brokers do. Check KAFKA_TLS and KAFKA_SASL_MECHANISM.`;
  return findingOf('broker-not-reached', { sentence });
}

async function publishing({ sessions }: Databases): Promise<ReadonlySet<ServiceName>> {
  const services = new Set<ServiceName>();
  for (const [service, session] of sessions) if (await hasPublished(session)) services.add(service);
  return services;
}

/**
 * Compares topics with what the settings ask for.
 *
 * @param publishing the services that have published something: the topics of others need not be there yet
 */
export function topicFaults(
  { topicPrefix, replication: wanted }: Pick<KafkaSettings, 'topicPrefix' | 'replication'>,
  { replicas }: Pick<BrokersSeen, 'replicas'>,
  publishing: ReadonlySet<ServiceName>,
): readonly Finding[] {
  return published.flatMap(({ service, topic: name }: { readonly service: ServiceName; readonly topic: string }) => {
    const topic = topicPrefix + name;
    const stored = replicas.get(topic);
    if (!stored) return publishing.has(service) ? [findingOf('topic-missing', { topic, service }, service)] : [];
    const { assigned, inSync: current } = stored;
    return [
      ...(assigned < wanted ? [findingOf('topic-replicas-few', { topic, assigned, wanted }, service)] : []),
      ...(current < assigned ? [findingOf('topic-replicas-behind', { topic, assigned, current }, service)] : []),
    ];
  });
}
