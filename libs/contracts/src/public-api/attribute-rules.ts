import type { ResourceKind } from '../kernel/rows/registry.js';
import { type FieldRules, shownRules } from '../redaction/field-rules.js';
import { resources } from './nouns.js';

const known = new Map<ResourceKind, FieldRules>();

/** How the log of requests shows the attributes of a resource. */
export function attributeRules(kind: ResourceKind): FieldRules {
  const rules = known.get(kind) ?? shownRules(resources[kind].attributes.shape, kind);
  known.set(kind, rules);
  return rules;
}
