import { resourceServices, type ServiceName, type Topic } from '@halyard/contracts';
import { facts } from '@halyard/public-api';
import { catalogues, cloudEventEnvelope, REPUBLISH_REQUESTS, republishRequest } from '@halyard/contracts/topics';
import { z } from 'zod';
import { withNamedLists } from '../openapi/enums.ts';
import { version } from '../version.ts';
import { keys, listeners } from './listeners.ts';

/** The schemas that list values which several others have, each with a place where the document has the values. */
const namedLists = {
  CustomerStatus: 'PartyFact status',
  Leg: 'transfers.transfer-created.v1 data leg',
  PartyKind: 'PartyFact kind',
  PersonRole: 'auth.person-joined.v1 data role',
};

const ASYNCAPI_VERSION = '3.0.0';
/** CloudEvents in structured mode: the whole event is the message's value (CloudEvents Kafka binding, 3.3). */
const CONTENT_TYPE = 'application/cloudevents+json';
const KAFKA_BINDING_VERSION = '0.5.0';

type JsonObject = Readonly<Record<string, unknown>>;

/** `customers.customer-created.v1` -> `Customer created` */
function titleOf(type: string): string {
  const words = (type.split('.')[1] ?? type).replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const ownerOf = (topic: Topic): string => topic.replace(/\.events\.v1$/, '');

const factNames: ReadonlyMap<unknown, string> = new Map(Object.entries(facts).map(([name, schema]) => [schema, name]));

/** Replaces a schema that has a component of its own by a reference. */
function referTo(name: string, made: Record<string, unknown>): void {
  for (const keyword of Object.keys(made)) delete made[keyword];
  made.$ref = `#/components/schemas/${name}`;
}

/** The schema for consumers: it allows unknown properties, since a newer producer may send more. */
function jsonSchema(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema: made }) => {
      const name = factNames.get(zodSchema);
      if (name !== undefined && name !== factNames.get(schema)) referTo(name, made);
      if (made.format !== undefined) delete made.pattern; // the format says it more briefly
    },
  });
  return rest;
}

const entriesOf = (): [Topic, Readonly<Record<string, z.ZodType>>][] =>
  Object.values(catalogues).map(({ topic, schemas }) => [topic, schemas]);

const messageOf = (topic: Topic, type: string, data: z.ZodType): JsonObject => ({
  name: type,
  title: titleOf(type),
  contentType: CONTENT_TYPE,
  headers: { $ref: '#/components/schemas/headers' },
  payload: {
    allOf: [
      { $ref: '#/components/schemas/cloudEvent' },
      {
        type: 'object',
        properties: { type: { const: type }, source: { const: topic }, data: jsonSchema(data) },
        required: ['type', 'source', 'data'],
      },
    ],
  },
  bindings: {
    kafka: {
      key: { type: 'string', description: `The id of the ${keys[topic]}, which is the event's partitionkey.` },
      bindingVersion: KAFKA_BINDING_VERSION,
    },
  },
});

const channelOf = (topic: Topic, schemas: Readonly<Record<string, z.ZodType>>): JsonObject => ({
  address: `{topicPrefix}${topic}`,
  description: `What ${ownerOf(topic)} tells. Messages of one ${keys[topic]} come in order, and may come more than once.`,
  parameters: { topicPrefix: { $ref: '#/components/parameters/topicPrefix' } },
  messages: Object.fromEntries(Object.keys(schemas).map((type) => [type, { $ref: `#/components/messages/${type}` }])),
});

const requestChannel: JsonObject = {
  address: `{topicPrefix}${REPUBLISH_REQUESTS}`,
  description:
    'What a consumer group has not heard, it asks the service of the topic for. That publishes it again to the same ' +
    'topic, signed anew, for this group alone.',
  parameters: { topicPrefix: { $ref: '#/components/parameters/topicPrefix' } },
  messages: { request: { $ref: '#/components/messages/republish.request' } },
};

const requestMessage: JsonObject = {
  name: 'republish.request',
  title: 'Republish request',
  contentType: 'application/json',
  headers: { $ref: '#/components/schemas/signature' },
  payload: jsonSchema(republishRequest),
  bindings: {
    kafka: {
      key: { type: 'string', description: 'The topic whose service is asked.' },
      bindingVersion: KAFKA_BINDING_VERSION,
    },
  },
};

/**
 * Every consumer may ask for events that it lacks to be published again; every service that stores events gets such
 * requests.
 */
function requestOperations(): [string, JsonObject][] {
  const askers = new Set(Object.values(listeners).flat());
  const asks = (service: ServiceName): [string, JsonObject] => [
    `${service}.asks`,
    operation(
      'send',
      REPUBLISH_REQUESTS,
      `${service} asks for what it has not heard.`,
      `Sent by ${service} where the sequence of a key has a gap that does not close by itself.`,
    ),
  ];
  const isAsked = (service: ServiceName): [string, JsonObject] => [
    `${service}.isAsked`,
    operation(
      'receive',
      REPUBLISH_REQUESTS,
      `${service} is asked for what it has told.`,
      `Received by ${service}, which publishes the events of its topic again.`,
    ),
  ];
  return [...[...askers].sort().map(asks), ...resourceServices.map(isAsked)];
}

const operation = (action: 'send' | 'receive', topic: string, summary: string, description: string): JsonObject => ({
  action,
  channel: { $ref: `#/channels/${topic}` },
  summary,
  description,
});

function operationsOf(topic: Topic): [string, JsonObject][] {
  const owner = ownerOf(topic);
  return [
    [
      `${owner}.tells`,
      operation('send', topic, `${owner} tells.`, `Sent by ${owner} after it has stored what happened.`),
    ],
    ...listeners[topic].map((listener): [string, JsonObject] => [
      `${listener}.hears.${owner}`,
      operation(
        'receive',
        topic,
        `${listener} listens to ${owner}.`,
        `Received by ${listener}, which consumes each event of a ${keys[topic]} once and in order.`,
      ),
    ]),
  ];
}

/** The AsyncAPI document of all events between services: a channel for each topic, a message for each type. */
export const asyncApiDocument = (): JsonObject => withNamedLists(makeDocument(), namedLists);

function makeDocument(): JsonObject {
  return {
    asyncapi: ASYNCAPI_VERSION,
    info: {
      title: 'Halyard: events between services',
      version,
      description:
        'CloudEvents 1.0 over Kafka, versioned, without secrets or personal data. Delivery is at least once: consumers ' +
        'keep the last sequence of each partitionkey, drop what they had and wait for what is missing. A type never ' +
        'changes; a new shape is a new version. Each message is signed by the service that tells it.',
      contact: { name: 'The maintainers of Halyard' },
      license: { name: 'Apache-2.0' },
      tags: [{ name: 'events' }],
    },
    servers: {
      kafka: { host: 'localhost:9092', protocol: 'kafka', description: 'One of the brokers in KAFKA_BROKERS.' },
    },
    defaultContentType: CONTENT_TYPE,
    channels: Object.fromEntries([
      ...entriesOf().map(([topic, schemas]) => [topic, channelOf(topic, schemas)] as const),
      [REPUBLISH_REQUESTS, requestChannel],
    ]),
    operations: Object.fromEntries([...entriesOf().flatMap(([topic]) => operationsOf(topic)), ...requestOperations()]),
    components: {
      parameters: {
        topicPrefix: { description: 'KAFKA_TOPIC_PREFIX of the installation: empty unless several share a cluster.' },
      },
      schemas: {
        headers: {
          allOf: [{ $ref: '#/components/schemas/signature' }],
          type: 'object',
          properties: {
            'content-type': { const: `${CONTENT_TYPE}; charset=UTF-8` },
            'halyard-republished-for': {
              type: 'string',
              description: 'Consumer groups that a message was sent again for, with commas between them; absent: all.',
            },
          },
          required: ['content-type'],
        },
        signature: {
          type: 'object',
          description: 'What a message proves its origin with. One that lacks it, or is not right, is set aside.',
          properties: {
            'halyard-kid': {
              type: 'string',
              description: 'Names the identity of the service that signed; SERVICE_IDENTITIES has its public key.',
            },
            'halyard-signature': {
              type: 'string',
              description:
                'Ed25519, base64url, over `halyard/message/v1`, a line feed, the topic without its prefix, a line ' +
                'feed, and the value byte by byte: so over all attributes and the data.',
            },
          },
          required: ['halyard-kid', 'halyard-signature'],
        },
        cloudEvent: jsonSchema(cloudEventEnvelope),
        ...Object.fromEntries(Object.entries(facts).map(([name, schema]) => [name, jsonSchema(schema)])),
      },
      messages: Object.fromEntries([
        ...entriesOf().flatMap(([topic, schemas]) =>
          Object.entries(schemas).map(([type, data]) => [type, messageOf(topic, type, data)] as const),
        ),
        ['republish.request', requestMessage],
      ]),
    },
  };
}

/** The text as it is committed. It is the same for the same events. */
export const textOf = (document: JsonObject): string => `${JSON.stringify(document, undefined, 2)}\n`;
