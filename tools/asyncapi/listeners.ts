import type { ServiceName, Topic } from '@halyard/contracts';

/** The consumers of each topic. A test compares this with the consumers themselves. */
export const listeners: Readonly<Record<Topic, readonly ServiceName[]>> = {
  'auth.events.v1': ['funding-sources', 'transfers', 'webhooks'],
  'customers.events.v1': ['funding-sources', 'transfers', 'webhooks'],
  'funding-sources.events.v1': ['transfers', 'webhooks'],
  'transfers.events.v1': ['webhooks'],
  'webhooks.events.v1': [],
};

/** The resource whose id is the key of a topic's messages. */
export const keys: Readonly<Record<Topic, string>> = {
  'auth.events.v1': 'account',
  'customers.events.v1': 'customer',
  'funding-sources.events.v1': 'funding source',
  'transfers.events.v1': 'transfer',
  'webhooks.events.v1': 'subscription',
};
