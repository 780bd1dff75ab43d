import { z } from 'zod';
import { authEvents } from '../accounts/auth.events.js';
import type { CloudEvent, EventCatalogue, Topic } from '../kernel/services/cloud-event.js';
import { customersEvents } from '../customers/customers.events.js';
import { fundingSourcesEvents } from '../funding-sources/funding-sources.events.js';
import { transfersEvents } from '../transfers/transfers.events.js';
import { webhooksEvents } from '../webhooks/webhooks.events.js';

/** Every topic's catalogue. */
export const catalogues: Readonly<Record<Topic, EventCatalogue>> = {
  'auth.events.v1': authEvents,
  'customers.events.v1': customersEvents,
  'funding-sources.events.v1': fundingSourcesEvents,
  'transfers.events.v1': transfersEvents,
  'webhooks.events.v1': webhooksEvents,
};

/** The envelope of every event: the CloudEvent of `cloud-event.ts`. */
export const cloudEventEnvelope = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string().min(1).describe('The topic that it was told on.'),
  type: z.string().min(1),
  subject: z.string().min(1),
  time: z.iso.datetime().describe("By the account's clock."),
  recordedtime: z.iso.datetime().optional().describe("When it was recorded, by the system's clock."),
  datacontenttype: z.literal('application/json'),
  accountid: z.uuid(),
  partitionkey: z.string().min(1).describe('Names the resource whose order matters.'),
  sequence: z.number().int().positive().describe('Counts the events of a partitionkey from 1, without a hole.'),
  traceparent: z.string().optional(),
  data: z.unknown(),
});

/** The topic for requests to publish something again. */
export const REPUBLISH_REQUESTS = 'republish.requests.v1';

/** A request on that topic, signed like the service's events. */
export const republishRequest = z.object({
  group: z.string().min(1).describe('Consumer group that is to hear it, `<service>.<consumer>`.'),
  topic: z.string().min(1).describe('The topic whose service is asked.'),
  key: z.string().min(1).optional().describe('Asks for the events of one key alone; all of the topic unless given.'),
  from: z.number().int().positive().optional().describe('The first sequence of the key that is asked for.'),
});
export type RepublishRequest = z.infer<typeof republishRequest>;

/** A message that is not an event of its topic. `cause` gives the reason without the message's content. */
export class MalformedEvent extends Error {
  override readonly name = 'MalformedEvent';
}

/**
 * Checks a message against its topic's catalogue. An unknown type is refused like a malformed event: it comes from a
 * newer producer, and a consumer that ignored it would never get it again.
 *
 * @throws MalformedEvent
 */
export function parseEvent(topic: Topic, message: unknown): CloudEvent {
  const parsed = cloudEventEnvelope.safeParse(message);
  if (!parsed.success) throw new MalformedEvent(describe(parsed.error));
  const { type, source } = parsed.data;
  if (source !== topic) throw new MalformedEvent('/source is not the topic');
  const { schemas } = catalogues[topic];
  const data = Object.hasOwn(schemas, type) ? schemas[type]?.safeParse(parsed.data.data) : undefined;
  if (!data) throw new MalformedEvent('/type is not known to this build');
  if (!data.success) throw new MalformedEvent(`${type}: ${describe(data.error)}`);
  return parsed.data;
}

const describe = ({ issues }: z.ZodError): string =>
  issues.map(({ path, code }) => `/${path.map(String).join('/')} ${code}`).join(', ');
