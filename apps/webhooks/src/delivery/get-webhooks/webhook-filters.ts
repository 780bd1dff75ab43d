import { ID_BEGINNING } from '@halyard/core';
import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';
import { publicTopics } from '../../event/public-topics.js';

const webhookStates = ['pending', 'waiting', 'held', 'delivered', 'failed'] as const;

const SEARCHED =
  'The id of a webhook, its event or its resource, whole or its first eight characters or more; or part of a topic.';
/** The anchor: sequence number of the newest webhook when the first page was read. */
const ANCHOR = /^\d{1,15}$/;

/**
 * The filters of reference facts, 10.1; `state` and `topic` are additions. `search` takes an id, the beginning of an
 * id, or part of a topic.
 */
export const webhookFilters = new DeclaredQuery({
  ...terms.page,
  anchor: terms.anchor(ANCHOR, Number),
  search: { ...terms.text, schema: { ...terms.text.schema, description: SEARCHED } },
  resourceId: terms.id,
  topic: terms.anyOf(publicTopics),
  state: terms.anyOf(webhookStates),
  startDate: terms.notBefore,
  endDate: terms.notAfter,
});
export type WebhookFilters = ValuesOf<typeof webhookFilters>;

/** Whether a search looks for ids. All other searches look for topics. */
export const isOfId = (search: string): boolean => ID_BEGINNING.test(search);

export const topicsWith = (search: string): readonly string[] =>
  publicTopics.filter((topic) => topic.includes(search.toLowerCase()));
