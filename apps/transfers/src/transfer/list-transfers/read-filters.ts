import { DomainError, type Fault, parseAmount, validationError } from '@halyard/core';
import { isCorrelationId, type Query, readPage } from '@halyard/http';

/** `reclaimed` is a word of the reference; nothing is. */
const statuses = ['pending', 'processed', 'failed', 'cancelled', 'reclaimed'] as const;
type Status = (typeof statuses)[number];

/** What a list of transfers asks for (reference facts 7.7). Bounds are inclusive. */
export interface TransferFilters {
  readonly limit: number;
  readonly offset: number;
  /** Number of the newest transfer that the first page could see; later pages see none after it. */
  readonly anchor?: bigint;
  readonly startAmountMinor?: bigint;
  readonly endAmountMinor?: bigint;
  /** Midnight UTC at which the first day begins. */
  readonly createdFrom?: Date;
  /** Midnight UTC at which the last day ends. */
  readonly createdBefore?: Date;
  readonly status?: Status;
  readonly correlationId?: string;
  /** Id of an account or customer that is a party, or part of its names or address. Lower case, without blanks around. */
  readonly search?: string;
}

const TEXT_LENGTH_MAX = 255;
/** A search is no way to walk through a list: as far as matches are counted it shows them. */
const SEARCH_WINDOW_MAX = 10_000;
const DAY_MS = 86_400_000;

/** A bound of zero is fine, an amount of zero is not. */
const minorOf = (text: string): bigint | undefined => (/^0(?:\.0{1,2})?$/.test(text) ? 0n : parseAmount(text)?.minor);

function dayOf(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(`${text}T00:00:00.000Z`);
  // A 31st of February is no day, though it can be read as one in March.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : undefined;
}

const dayAfter = (text: string): Date | undefined => {
  const day = dayOf(text);
  return day && new Date(day.getTime() + DAY_MS);
};

const statusOf = (text: string): Status | undefined => statuses.find((status) => status === text);
const correlationIdOf = (text: string): string | undefined => (isCorrelationId(text) ? text : undefined);
const searchOf = (text: string): string | undefined =>
  text.length <= TEXT_LENGTH_MAX ? text.trim().toLowerCase() : undefined;
const anchorOf = (text: string): bigint | undefined => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined);

/** @throws DomainError ValidationError with every fault, at /query/... */
export function readFilters(query: Query): TransferFilters {
  const faults: Fault[] = [];
  /** An empty value filters nothing. */
  const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | undefined => {
    const text = query[name];
    if (text === undefined || text === '') return undefined;
    const value = typeof text === 'string' ? parse(text) : undefined;
    if (value === undefined) faults.push(invalid(name));
    return value;
  };
  const filters = {
    anchor: read('anchor', anchorOf),
    startAmountMinor: read('startAmount', minorOf),
    endAmountMinor: read('endAmount', minorOf),
    createdFrom: read('startDate', dayOf),
    createdBefore: read('endDate', dayAfter),
    status: read('status', statusOf),
    correlationId: read('correlationId', correlationIdOf),
    search: read('search', searchOf),
  };
  const { limit, offset } = pageOf(query, faults);
  if (filters.search !== undefined && offset + limit > SEARCH_WINDOW_MAX) faults.push(invalid('offset'));
  if (faults.length > 0) throw validationError(...faults);
  return { ...filters, limit, offset };
}

function pageOf({ limit, offset }: Query, faults: Fault[]): { limit: number; offset: number } {
  try {
    return readPage({ limit, offset });
  } catch (error) {
    if (!(error instanceof DomainError) || !error.detail.faults) throw error;
    faults.push(...error.detail.faults);
    return { limit: 0, offset: 0 };
  }
}

const invalid = (name: string): Fault => ({
  code: name === 'status' ? 'Invalid' : 'InvalidFormat',
  message: `${name.charAt(0).toUpperCase()}${name.slice(1)} invalid.`,
  path: `/query/${name}`,
});
