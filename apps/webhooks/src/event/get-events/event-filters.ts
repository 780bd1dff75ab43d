import { type Fault, isId, validationError } from '@halyard/core';
import type { Query } from '@halyard/http';
import { publicTopics } from '../public-topics.js';

/** Which events are asked for; those that all of it is true of. Bounds are of `created`. */
export interface EventFilters {
  readonly topics?: readonly string[];
  readonly resourceId?: string;
  readonly customerId?: string;
  readonly createdFrom?: Date;
  readonly createdBefore?: Date;
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/** A day or an instant, from its first moment to the one after its last. */
function spanOf(text: string): { readonly from: Date; readonly to: Date } | undefined {
  const isDay = DAY.test(text);
  if (!isDay && !INSTANT.test(text)) return undefined;
  const from = new Date(isDay ? `${text}T00:00:00.000Z` : text);
  // A 31st of February is no day, though it can be read as one in March.
  if (Number.isNaN(from.getTime()) || !from.toISOString().startsWith(text.slice(0, 10))) return undefined;
  return { from, to: new Date(from.getTime() + (isDay ? DAY_MS : 1)) };
}

const idOf = (text: string): string | undefined => (isId(text) ? text.toLowerCase() : undefined);

/**
 * Reads `topic` (once or several times), `resourceId`, `customerId`, `startDate` and `endDate`: days of UTC or instants,
 * both inclusive. An empty value filters nothing.
 *
 * @throws DomainError ValidationError with every fault, at /query/...
 */
export function readEventFilters(query: Query): EventFilters {
  const faults: Fault[] = [];
  const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | undefined => {
    const text = query[name];
    if (text === undefined || text === '') return undefined;
    const value = typeof text === 'string' ? parse(text) : undefined;
    if (value === undefined) faults.push(invalid(name, 'InvalidFormat'));
    return value;
  };
  const filters = {
    topics: readTopics(query, faults),
    resourceId: read('resourceId', idOf),
    customerId: read('customerId', idOf),
    createdFrom: read('startDate', spanOf)?.from,
    createdBefore: read('endDate', spanOf)?.to,
  };
  if (faults.length > 0) throw validationError(...faults);
  return filters;
}

/** Topics that are asked for, each once. */
export function readTopics(query: Query, faults: Fault[]): readonly string[] | undefined {
  const asked = [query['topic'] ?? []].flat().filter((topic) => topic !== '');
  if (asked.length === 0) return undefined;
  const topics = publicTopics.filter((topic) => asked.includes(topic));
  if (asked.some((topic) => !topics.includes(topic))) faults.push(invalid('topic', 'Invalid'));
  return topics;
}

export const isFiltered = (filters: EventFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

const invalid = (name: string, code: 'Invalid' | 'InvalidFormat'): Fault => ({
  code,
  message: `${name.charAt(0).toUpperCase()}${name.slice(1)} invalid.`,
  path: `/query/${name}`,
});
