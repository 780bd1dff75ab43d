import type { ResourceKind } from '@halyard/contracts';
import { resources } from '@halyard/public-api';
import { pascal } from '../../openapi/json.ts';
import { addressOf } from '../page.ts';
import { operations } from './openapi.ts';

export const kinds = Object.keys(resources) as readonly ResourceKind[];
const kindsBySchema: ReadonlyMap<string, ResourceKind> = new Map(kinds.map((kind) => [pascal(kind), kind]));

const titles = new Map(operations.map(({ operation }) => [operation.operationId, operation.summary]));

/** The kind of resource that a schema describes. */
export const kindOf = (schema: string): ResourceKind | undefined => kindsBySchema.get(schema);

/** The address of a schema's page. Only schemas of resources have a page. */
export function resourceAddress(schema: string): string | undefined {
  const kind = kindOf(schema);
  return kind === undefined ? undefined : addressOf(`resources/${kind}`);
}

const linkIn =
  (folder: string) =>
  (name: string): string =>
    `[${name}](${addressOf(`${folder}/${name}`)})`;

export const resourceLink = linkIn('resources');
export const operationLink = (name: string): string => `[${titles.get(name) ?? name}](${addressOf(`api/${name}`)})`;
export const errorLink = linkIn('errors');
export const eventLink = linkIn('events');
export const returnCodeLink = linkIn('return-codes');
export const correctionCodeLink = linkIn('correction-codes');
