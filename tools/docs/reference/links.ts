import type { ResourceKind } from '@halyard/contracts';
import { resources } from '@halyard/public-api';
import { pascal } from '../../openapi/json.ts';
import { addressOf } from '../page.ts';

export const kinds = Object.keys(resources) as readonly ResourceKind[];
const kindsBySchema: ReadonlyMap<string, ResourceKind> = new Map(kinds.map((kind) => [pascal(kind), kind]));

/** The address of a schema's page. Only schemas of resources have a page. */
export function resourceAddress(schema: string): string | undefined {
  const kind = kindsBySchema.get(schema);
  return kind === undefined ? undefined : addressOf(`resources/${kind}`);
}

const linkIn =
  (folder: string) =>
  (name: string): string =>
    `[${name}](${addressOf(`${folder}/${name}`)})`;

export const resourceLink = linkIn('resources');
export const operationLink = linkIn('api');
export const errorLink = linkIn('errors');
export const eventLink = linkIn('events');
export const returnCodeLink = linkIn('return-codes');
