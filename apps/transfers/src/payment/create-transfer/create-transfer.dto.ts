import { fault, IsCorrelationId, IsLinkTo, IsMetadata, IsMoney, Nested, Refused } from '@halyard/http';
import { IsIn, IsOptional } from 'class-validator';
import type { CreditClearing } from '../payment.model.js';

class SourceLinkDto {
  @IsLinkTo(['funding-source'], fault('Invalid', 'Invalid funding source.'))
  readonly href: unknown;
}

class DestinationLinkDto {
  @IsLinkTo(['funding-source', 'customer', 'account'], fault('Invalid', 'Invalid destination funding source.'))
  readonly href: unknown;
}

class LinksDto {
  @Nested(() => SourceLinkDto)
  readonly source!: SourceLinkDto;

  @Nested(() => DestinationLinkDto)
  readonly destination!: DestinationLinkDto;
}

class AmountDto {
  @IsMoney(fault('InvalidFormat', 'Value must be a positive number.'))
  readonly value: unknown;

  @IsIn(['USD'], fault('Invalid'))
  readonly currency: unknown;
}

const clearings: readonly CreditClearing[] = ['standard', 'next-available'];

class ClearingDto {
  /** A debit takes the standard way, whatever is asked. */
  @IsOptional()
  @IsIn(clearings, fault('Invalid'))
  readonly source?: CreditClearing;

  @IsOptional()
  @IsIn(clearings, fault('Invalid'))
  readonly destination?: CreditClearing;
}

/** Body of POST /transfers (reference facts 7.1); faults as in 7.2. */
export class CreateTransferDto {
  @Nested(() => LinksDto)
  readonly _links: LinksDto = new LinksDto();

  @Nested(() => AmountDto)
  readonly amount!: AmountDto;

  @IsOptional()
  @IsMetadata()
  readonly metadata?: Readonly<Record<string, string>>;

  @IsOptional()
  @IsCorrelationId()
  readonly correlationId?: string;

  @Refused()
  readonly fees?: unknown;

  @IsOptional()
  @Nested(() => ClearingDto)
  readonly clearing?: ClearingDto;

  @Refused()
  readonly achDetails?: unknown;

  @Refused()
  readonly processingChannel?: unknown;

  @Refused()
  readonly rtpDetails?: unknown;
}
