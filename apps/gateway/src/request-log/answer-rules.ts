import type { AnswerBody, CollectionAnswer, ResourceAnswer } from '@halyard/contracts';
import { attributeRules, listAttributeRules, pluralOf } from '@halyard/public-api';
import { links, objectOf, type Redaction, redactionOf } from '@halyard/contracts/redaction';

const attributes = new Map<string, ReadonlyMap<string, Redaction>>();

function attributesOf(kind: ResourceAnswer['kind']): ReadonlyMap<string, Redaction> {
  const known = attributes.get(kind) ?? objectOf(attributeRules(kind)).fields;
  attributes.set(kind, known);
  return known;
}

type NamedRedactions = readonly (readonly [name: string, redaction: Redaction])[];

const objectWith = (fields: NamedRedactions): Redaction => ({ kind: 'object', fields: new Map(fields) });
const listOf = (items: Redaction): Redaction => ({ kind: 'list', items });
/** The rule for a resource whose shape is not declared. */
const undeclared = objectWith([]);

function ofResource({ kind, embedded = {}, attached = {}, parts = {} }: ResourceAnswer): Redaction {
  const within: NamedRedactions = [
    ...Object.entries(embedded).map(
      ([name, [first]]) => [name, listOf(first ? ofResource(first) : undeclared)] as const,
    ),
    ...Object.entries(attached).map(([name, one]) => [name, ofResource(one)] as const),
    ...Object.keys(parts).map((name) => [name, listOf(undeclared)] as const),
  ];
  return objectWith([
    ...attributesOf(kind),
    ['_links', links],
    ...(within.length > 0 ? [['_embedded', objectWith(within)] as const] : []),
  ]);
}

function ofCollection({ of, items: [first], listedAs }: CollectionAnswer): Redaction {
  const items = listOf(first ? ofResource(first) : undeclared);
  return objectWith([
    ['_links', links],
    ['_embedded', objectWith([[listedAs?.embedded ?? pluralOf(of), items]])],
    ...(listedAs ? [[listedAs.inBody, items] as const] : []),
    ['total', kept],
    ['totalIsAtLeast', kept],
    ...objectOf(listAttributeRules(of)).fields,
  ]);
}

const kept = redactionOf('kept');
const fault: NamedRedactions = [
  ['code', kept],
  ['message', kept],
  ['path', kept],
  ['_links', links],
];
const refusal = objectWith([...fault, ['_embedded', objectWith([['errors', listOf(objectWith(fault))]])]]);

/** Leaves out forms: they repeat what the resource shows. */
export function redactionOfAnswer(answer: AnswerBody): Redaction | undefined {
  switch (answer.type) {
    case 'resource':
      return ofResource(answer);
    case 'collection':
      return ofCollection(answer);
    case 'error':
      return refusal;
    default:
      return undefined;
  }
}
