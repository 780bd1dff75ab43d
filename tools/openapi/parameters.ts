import type { PublicRoute } from '@halyard/contracts';
import { publicTopics } from '@halyard/webhooks/public-topics';
import type { JsonObject } from './json.ts';

/** What may stand in a query, by name. */
export type QuerySchemas = Readonly<Record<string, JsonObject>>;

const page: QuerySchemas = {
  limit: { type: 'integer', minimum: 1, maximum: 200, default: 25 },
  offset: { type: 'integer', minimum: 0, maximum: 1_000_000_000, default: 0 },
};
const anchored: QuerySchemas = {
  ...page,
  anchor: {
    type: 'string',
    pattern: '^\\d{1,9}$',
    description: 'From a link of the list: what came later is not shown.',
  },
};

const bound: JsonObject = { type: 'string', pattern: '^(?:0|[1-9]\\d{0,9})(?:\\.\\d{1,2})?$', examples: ['0.01'] };
const day: JsonObject = { type: 'string', format: 'date', examples: ['2026-01-31'] };

const transfers: QuerySchemas = {
  ...anchored,
  search: { type: 'string', maxLength: 255 },
  startAmount: bound,
  endAmount: bound,
  startDate: day,
  endDate: day,
  status: { enum: ['pending', 'processed', 'failed', 'cancelled', 'reclaimed'] },
  correlationId: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,255}$', examples: ['order-1'] },
};
const sources: QuerySchemas = {
  removed: {
    enum: ['true', 'false'],
    description: 'Whether removed ones are shown, which they are unless asked not to.',
  },
};
const status = ['unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated'];

const id: JsonObject = { type: 'string', format: 'uuid', examples: ['0195b3a0-0000-7000-8000-0000000000c1'] };
const time: JsonObject = {
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ],
  examples: ['2026-01-31', '2026-01-31T12:00:00.000Z'],
  description: 'A day of UTC or an instant, itself included, of `created`.',
};
const topic: JsonObject = {
  type: 'array',
  items: { enum: publicTopics },
  description: 'Any of these; repeated for more than one.',
};
const events: QuerySchemas = {
  ...page,
  anchor: {
    type: 'string',
    pattern: '^\\d{1,18}(?:\\.\\d{1,18}){0,7}$',
    examples: ['1'],
    description: 'From a link of the list: what came later is not shown.',
  },
  topic,
  resourceId: id,
  customerId: id,
  startDate: time,
  endDate: time,
};

/** The queries of lists. The conformance test holds each to what the running suite does. */
export const queries: Partial<Readonly<Record<PublicRoute, QuerySchemas>>> = {
  listAccountTransfers: transfers,
  listCustomerTransfers: transfers,
  listAccountFundingSources: sources,
  listCustomerFundingSources: sources,
  listCustomers: {
    ...anchored,
    search: { type: 'string', maxLength: 255 },
    email: { type: 'string', maxLength: 255 },
    status: { type: 'array', items: { enum: status }, description: 'Any of these; repeated for more than one.' },
  },
  listEvents: events,
  streamEvents: { topic },
  listFundingSourcesParkedKeys: page,
  listTransfersParkedKeys: page,
  listWebhooksParkedKeys: page,
  listFundingSourcesSkippedMessages: page,
  listTransfersSkippedMessages: page,
  listWebhooksSkippedMessages: page,
};
