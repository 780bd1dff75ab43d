import { DomainError } from '@halyard/core';
import { z } from 'zod';
import type { FactAnswer } from './answer.js';
import { resourceReference } from './key-uses.js';

/** How a resource was found. */
export const matchedBy = ['id', 'trace', 'email', 'name', 'correlation-id', 'last-four'] as const;

/** The most that a search finds. */
export const HITS_MAX = 20;

/** What one service is asked to find in an account. */
export const searchQuery = z.object({
  accountId: z.uuid(),
  applicationId: z.uuid().optional().describe('What belongs to applications has to belong to this one.'),
  personId: z.uuid().optional().describe('The person who asks.'),
  text: z.string().describe('In NFC, without blanks at its ends.'),
  kinds: z.array(z.string()).readonly().describe('Those that the token may read.'),
});
export type SearchQuery = z.infer<typeof searchQuery>;

export const searchHit = z.object({
  resource: resourceReference,
  text: z.string().describe('One line. No number, and no more than the resource itself shows.'),
  matched: z.enum(matchedBy),
  created: z.iso.datetime(),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchFound = z.object({ hits: z.array(searchHit).readonly(), more: z.boolean() });
export type SearchFound = z.infer<typeof searchFound>;

const isExact = ({ matched }: SearchHit): boolean => matched === 'id' || matched === 'trace';

/** Each resource once, exact ids and traces first, then the newest, as many as a search shows. */
export function bestOf(hits: readonly SearchHit[], more = false): SearchFound {
  const sorted = [...hits].sort(
    (a, b) => Number(isExact(b)) - Number(isExact(a)) || Date.parse(b.created) - Date.parse(a.created),
  );
  const each = new Map<string, SearchHit>();
  for (const hit of sorted) {
    const name = `${hit.resource.kind} ${hit.resource.id}`;
    if (!each.has(name)) each.set(name, hit);
  }
  return { hits: [...each.values()].slice(0, HITS_MAX), more: more || each.size > HITS_MAX };
}

/**
 * What a service answers to a search: the best of what it found, of the kinds that are asked for.
 *
 * @param body of the request
 * @throws DomainError BadRequest for one that is no query
 */
export async function searched(
  body: unknown,
  find: (query: SearchQuery) => Promise<readonly SearchHit[]>,
): Promise<FactAnswer<SearchFound>> {
  const { data: query } = searchQuery.safeParse(body);
  if (!query) throw new DomainError('BadRequest');
  const hits = await find(query);
  return { type: 'fact', fact: bestOf(hits.filter(({ resource }) => query.kinds.includes(resource.kind))) };
}
