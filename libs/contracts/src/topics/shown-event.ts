import { isId } from '@halyard/core';
import { dataRule, type FieldRule } from '../redaction/field-rules.js';
import { redacted, type Redaction, redactionOf, type Replacements } from '../redaction/redaction.js';
import { ref, type ResourceRef } from '../kernel/answers/refs.js';
import type { ResourceKind } from '../kernel/rows/registry.js';
import type { Topic } from '../kernel/services/cloud-event.js';
import { catalogues } from './parse.js';

/**
 * A message of a topic, as operators see it. Whoever sent it, values that operators may not see are replaced by their
 * kinds.
 */
export interface ShownEvent {
  readonly accountId?: string;
  /** The resource to whose events the message belongs. */
  readonly resource?: ResourceRef;
  readonly message: {
    readonly id?: string;
    readonly type?: string;
    readonly time?: string;
    readonly data?: unknown;
    readonly traceparent?: string;
  };
}

const BYTES_MAX = 8_192;
const TYPE = '^[a-z-]{1,64}\\.[a-z-]{1,128}\\.v\\d{1,4}$';
const TRACEPARENT = '^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$';

/** The kind of resource that a topic's events are about. */
const kinds: Readonly<Record<Topic, ResourceKind>> = {
  'auth.events.v1': 'account',
  'customers.events.v1': 'customer',
  'funding-sources.events.v1': 'funding-source',
  'transfers.events.v1': 'transfer',
  'webhooks.events.v1': 'webhook-subscription',
};
const isTopic = (topic: string): topic is Topic => Object.hasOwn(catalogues, topic);

function resourceOf(topic: string, type: unknown, key: unknown): ResourceRef | undefined {
  if (!isTopic(topic) || !isId(key)) return undefined;
  return ref(type === 'transfers.balance-went-negative.v1' ? 'funding-source' : kinds[topic], key);
}

const redactions = new Map<string, Redaction>();

function redactionOfEvent(topic: string, type: unknown): Redaction {
  const schemas = isTopic(topic) ? catalogues[topic].schemas : {};
  const schema = typeof type === 'string' && Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  const name = schema ? String(type) : '';
  const known = redactions.get(name) ?? redactionOf(ruleOf(schema ? dataRule(schema, name) : 'unknown'));
  redactions.set(name, known);
  return known;
}

const ruleOf = (data: FieldRule): FieldRule => ({
  fields: {
    id: { forms: [{ is: 'id' }] },
    type: { forms: [{ pattern: TYPE }] },
    time: { forms: [{ is: 'time' }] },
    data,
    traceparent: { forms: [{ pattern: TRACEPARENT }] },
  },
});

/** Events contain no links. */
const replaced: Replacements = { baseUrl: '', hrefOf: (href) => href };

/**
 * Never throws.
 *
 * @param topic may be a topic that this build no longer knows
 */
export function shownEventOf(topic: string, message: unknown): ShownEvent {
  const { id, type, time, data, traceparent, accountid, partitionkey } = Object(message) as Readonly<
    Record<string, unknown>
  >;
  const { text } = redacted({ id, type, time, data, traceparent }, redactionOfEvent(topic, type), BYTES_MAX, replaced);
  const resource = resourceOf(topic, type, partitionkey);
  return {
    ...(isId(accountid) && { accountId: accountid }),
    ...(resource && { resource }),
    message: JSON.parse(text) as ShownEvent['message'],
  };
}
