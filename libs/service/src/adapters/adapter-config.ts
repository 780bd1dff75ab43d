import { Flag, Int, List, OneOf, Text } from '@halyard/config';
import { connectionStringProblem, Namespace } from '@halyard/event-store';

/** Chooses the adapters of the bus and the event store. */
export class AdapterConfig {
  /** Addresses of Kafka brokers. Without them, consumers read events from Postgres. */
  @List({ itemMatches: /^[^:\s]+:\d{1,5}$/, wants: 'host:port pairs with commas between them' })
  readonly kafkaBrokers: readonly string[] = [];

  /** Prefix of topic and group names, so that several installations can share a cluster. */
  @Text({
    matches: /^[\w.-]{1,60}$/,
    wants: 'at most 60 letters, digits, dots, underscores and hyphens',
    optional: true,
  })
  readonly kafkaTopicPrefix?: string;

  /** Partitions of each topic that Halyard creates. At most this many processes of a service can share its events. */
  @Int({ min: 1, max: 1_000 })
  readonly kafkaPartitions: number = 6;

  /** Number of brokers that store each event. */
  @Int({ min: 1, max: 9 })
  readonly kafkaReplication: number = 1;

  /** Whether the brokers are reached over TLS. */
  @Flag()
  readonly kafkaTls: boolean = false;

  /** PEM file of the authority that signed the brokers' certificates, if it is not a public one. */
  @Text({ optional: true })
  readonly kafkaCaFile?: string;

  /** How this program logs in at the brokers. Without it there is no log-in. */
  @OneOf(['plain', 'scram-sha-256', 'scram-sha-512'], { optional: true })
  readonly kafkaSaslMechanism?: 'plain' | 'scram-sha-256' | 'scram-sha-512';

  /** The user name for the brokers. */
  @Text({ optional: true })
  readonly kafkaUsername?: string;

  /** The password for the brokers. */
  @Text({ optional: true })
  readonly kafkaPassword?: string;

  /** EventStoreDB for the streams of transfers. Without it they are in Postgres. */
  @Text({
    problemOf: connectionStringProblem,
    wants: 'a connection string of EventStoreDB, such as esdb://host:2113?tls=true',
    optional: true,
  })
  readonly eventstoreUrl?: string;

  /** Prefix of all stream names, so that several installations can share an EventStoreDB. */
  @Text({ matches: Namespace.pattern, wants: 'at most 60 letters, digits and underscores' })
  readonly eventStoreNamespace: string = 'halyard';
}
