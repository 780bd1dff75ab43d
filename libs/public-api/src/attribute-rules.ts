import type { ResourceKind, ResourceRow } from '@halyard/contracts';
import { type FieldRules, shownRules } from '@halyard/contracts/redaction';
import { resources } from './tables.js';

const known = new Map<ResourceKind, FieldRules>();

/** How the log of requests shows the attributes of a resource. */
export function attributeRules(kind: ResourceKind): FieldRules {
  const rules = known.get(kind) ?? shownRules(resources[kind].attributes.shape, kind);
  known.set(kind, rules);
  return rules;
}

/** How the log of requests shows the facts that a list states beside its items. */
export function listAttributeRules(kind: ResourceKind): FieldRules {
  const { listAttributes }: ResourceRow = resources[kind];
  return listAttributes ? shownRules(listAttributes.shape, kind) : {};
}
