import type { ResourceRow } from '@halyard/contracts';
import { z } from 'zod';
import type { Members } from './unknown-members.js';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

const answered = new WeakMap<ResourceRow, Members>();

export function answeredMembers(row: ResourceRow): Members {
  let members = answered.get(row);
  if (!members) {
    const { attributes, links } = row;
    const linksOf = Object.fromEntries(['self', ...Object.keys(links)].map((name) => [name, LINK] as const));
    members = {
      ...membersIn(z.toJSONSchema(attributes, { io: 'input', unrepresentable: 'any' }) as Schema),
      _links: linksOf,
    };
    answered.set(row, members);
  }
  return members;
}

const LINK: Members = { href: undefined, type: undefined, 'resource-type': undefined };

function membersIn({ properties, items, anyOf = [], allOf = [] }: Schema): Members | undefined {
  const parts = [...anyOf, ...allOf, ...(items ? [items] : [])].map(membersIn);
  if (!properties && parts.every((part) => part === undefined)) return undefined;
  const own = Object.entries(properties ?? {}).map(([name, schema]) => [name, membersIn(schema)] as const);
  return Object.assign({}, ...parts, Object.fromEntries(own)) as Members;
}
