import { Check, fault, Nested, Refused } from '@halyard/http';
import { parseAmount } from '@halyard/core';
import { IsOptional } from 'class-validator';

const HREF_LENGTH_MAX = 2_048;
const FUNDING_SOURCE =
  /^(?:https?:\/\/[^\s?#]+)?\/funding-sources\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/** The id in an absolute URL or path of a funding source; undefined for anything else. */
export function fundingSourceIdOf(href: unknown): string | undefined {
  if (typeof href !== 'string' || href.length > HREF_LENGTH_MAX) return undefined;
  return FUNDING_SOURCE.exec(href)?.[1]?.toLowerCase();
}

const namesFundingSource = (href: unknown): boolean => fundingSourceIdOf(href) !== undefined;

const METADATA_PAIRS_MAX = 10;
const METADATA_LENGTH_MAX = 254;

/** Postgres keeps no NUL and no half of a surrogate pair. */
const fits = (text: unknown): boolean =>
  typeof text === 'string' &&
  text.length <= METADATA_LENGTH_MAX &&
  !text.includes('\0') &&
  !/\p{Surrogate}/u.test(text);

/** At most ten pairs of strings, each under 255 characters (reference facts 7.1). */
const isMetadata = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const pairs = Object.entries(value);
  return pairs.length <= METADATA_PAIRS_MAX && pairs.every((pair) => pair.every(fits));
};

/** Letters, digits, dot, underscore and hyphen, at most 255 (reference facts 7.1). */
export const isCorrelationId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9._-]{1,255}$/.test(value);

class SourceLinkDto {
  @Check(namesFundingSource, fault('Invalid', 'Invalid funding source.'))
  readonly href: unknown;
}

class DestinationLinkDto {
  @Check(namesFundingSource, fault('Invalid', 'Invalid destination funding source.'))
  readonly href: unknown;
}

class LinksDto {
  @Nested(() => SourceLinkDto)
  readonly source!: SourceLinkDto;

  @Nested(() => DestinationLinkDto)
  readonly destination!: DestinationLinkDto;
}

class AmountDto {
  @Check((value) => parseAmount(value) !== undefined, fault('InvalidFormat', 'Value must be a positive number.'))
  readonly value: unknown;

  @Check((value) => value === 'USD', fault('Invalid'))
  readonly currency: unknown;
}

/** Body of POST /transfers (reference facts 7.1); faults as in 7.2. */
export class CreateTransferDto {
  @Nested(() => LinksDto)
  readonly _links: LinksDto = new LinksDto();

  @Nested(() => AmountDto)
  readonly amount!: AmountDto;

  @IsOptional()
  @Check(isMetadata, fault('Invalid', 'Invalid metadata.'))
  readonly metadata?: Readonly<Record<string, string>>;

  @IsOptional()
  @Check(isCorrelationId)
  readonly correlationId?: string;

  @Refused()
  readonly fees?: unknown;

  @Refused()
  readonly clearing?: unknown;

  @Refused()
  readonly achDetails?: unknown;

  @Refused()
  readonly processingChannel?: unknown;

  @Refused()
  readonly rtpDetails?: unknown;
}
