import { DomainError } from '@halyard/core';
import { z } from 'zod';
import type { FactAnswer } from '../kernel/answers/answer.js';
import { resourceReference } from '../kernel/answers/refs.js';

/** The property by which a search found a resource. */
export const matchedBy = ['id', 'trace', 'email', 'name', 'correlation-id', 'last-four'] as const;

/** The most resources that a search shows. */
export const HITS_MAX = 20;

/** The search that one service carries out in an account. */
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

/** Each resource once, exact ids and traces first, then the newest first, up to the number that a search shows. */
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
 * A service's answer to a search: the best of its hits, of the kinds that were asked for.
 *
 * @param body the body of the request
 * @throws DomainError BadRequest if the body is not a query
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
