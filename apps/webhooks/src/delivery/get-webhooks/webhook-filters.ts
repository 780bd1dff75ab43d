import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';
import { publicTopics } from '../../event/public-topics.js';

const webhookStates = ['pending', 'waiting', 'held', 'delivered', 'failed'] as const;

/** Sequence number of the newest webhook when the first page was read. */
const ANCHOR = /^\d{1,15}$/;

/**
 * Filters on a subscription's webhooks (reference facts, 10.1); `state` and `topic` are additions. `search` matches
 * part of an id or topic.
 */
export const webhookFilters = new DeclaredQuery({
  ...terms.page,
  anchor: terms.anchor(ANCHOR, Number),
  search: terms.text,
  resourceId: terms.id,
  topic: terms.anyOf(publicTopics),
  state: terms.anyOf(webhookStates),
  startDate: terms.notBefore,
  endDate: terms.notAfter,
});
export type WebhookFilters = ValuesOf<typeof webhookFilters>;

/** Whether part of an id can be so. Ids and topics are lower case, and most words are part of topics alone. */
export const mayBeOfId = (search: string): boolean => /^[0-9a-f-]*$/i.test(search);

/** The topics of which a search is part. */
export const topicsWith = (search: string): readonly string[] =>
  publicTopics.filter((topic) => topic.includes(search.toLowerCase()));
