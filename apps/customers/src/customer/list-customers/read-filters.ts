import { DomainError, type Fault, validationError } from '@halyard/core';
import { type Query, readPage } from '@halyard/http';
import { type CustomerStatus, customerStatuses } from '../customer.entity.js';

const TEXT_LENGTH_MAX = 255;
const ANCHOR = /^\d{1,9}$/;

/** What GET /customers asks for (reference facts, section 2.8). */
export interface CustomerFilters {
  readonly limit: number;
  readonly offset: number;
  /** Position of the newest customer that the first page could see; later pages see none after it. */
  readonly anchor?: number;
  /** Found anywhere in a name, the e-mail address or the business name, in any case. */
  readonly search?: string;
  readonly email?: string;
  /** Any of these; none stands for all. */
  readonly statuses: readonly CustomerStatus[];
}

/** @throws DomainError ValidationError with every fault, at /query/... */
export function readFilters(query: Query): CustomerFilters {
  const faults: Fault[] = [];
  const page = collecting(faults, () => readPage(query));
  const anchor = page?.anchor;
  if (anchor !== undefined && !ANCHOR.test(anchor)) faults.push(invalid('anchor', 'InvalidFormat'));
  const search = textOf(query, 'search', faults);
  const email = textOf(query, 'email', faults);
  const statuses = [...new Set([query['status'] ?? []].flat())];
  if (!statuses.every(isStatus)) faults.push(invalid('status', 'Invalid'));
  if (!page || faults.length > 0) throw validationError(...faults);

  return {
    limit: page.limit,
    offset: page.offset,
    statuses: statuses.filter(isStatus),
    ...(anchor !== undefined && { anchor: Number(anchor) }),
    ...(search && { search }),
    ...(email && { email }),
  };
}

function collecting<Value>(faults: Fault[], read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DomainError) || !error.detail.faults) throw error;
    faults.push(...error.detail.faults);
    return undefined;
  }
}

function textOf(query: Query, name: 'search' | 'email', faults: Fault[]): string | undefined {
  const text = query[name];
  if (text === undefined || (typeof text === 'string' && text.length <= TEXT_LENGTH_MAX)) return text?.trim();
  faults.push(invalid(name, 'InvalidFormat'));
  return undefined;
}

const invalid = (name: string, code: Fault['code']): Fault => ({
  code,
  message: `${name.charAt(0).toUpperCase()}${name.slice(1)} invalid.`,
  path: `/query/${name}`,
});

const isStatus = (word: string): word is CustomerStatus => customerStatuses.some((status) => status === word);
